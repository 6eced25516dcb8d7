const SECOND = 1000

/** How long a client may take for its headers. A slower client is disconnected within CHECK_MS more. */
export const HEADERS_MS = 15 * SECOND
/** For a whole request. A picture of 10 MB takes 5.5 minutes at 256 kbit/s; this allows 140 kbit/s. */
export const REQUEST_MS = 600 * SECOND
/** Without a byte in either direction. */
export const SILENCE_MS = 120 * SECOND
/** Between requests. Fastify closes an idle connection after 72 s, but every empty line restarts its timer. */
export const IDLE_MS = 90 * SECOND
export const CHECK_MS = 5 * SECOND

/**
 * The least a client must send of its body, or read of its response. A client may fall behind by GRACE_MS, and save up
 * to CREDIT_MAX_MS by having been faster. Any real link is far above this, and half a minute without reception ends no upload.
 */
export const LEAST_BYTES_PER_SECOND = 2048
export const GRACE_MS = 20 * SECOND
export const CREDIT_MAX_MS = 60 * SECOND

/** Requests a client may send before it has read the earlier responses. Browsers and proxies wait for each. */
export const UNANSWERED_MAX = 10

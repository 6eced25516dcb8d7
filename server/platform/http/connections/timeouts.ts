const SECOND = 1000

/** How long a client may take; a slower one is cut within CHECK_MS more. */
export const HEADERS_MS = 15 * SECOND
// A picture of 10 MB takes five and a half minutes on a telephone's 256 kbit/s; this lets it pass at 140.
export const REQUEST_MS = 600 * SECOND
export const SILENCE_MS = 120 * SECOND
// Fastify ends an idle connection after 72 s, but every empty line begins them anew.
export const IDLE_MS = 90 * SECOND
export const CHECK_MS = 5 * SECOND

/**
 * The least a client has to send of its body, or to read of its answer; it is borne GRACE_MS without, and up to CREDIT_MAX_MS
 * for what it was faster before. It is far below any link that people use, so that half a minute without reception ends no
 * upload, and far above a drip.
 */
export const LEAST_BYTES_PER_SECOND = 2048
export const GRACE_MS = 20 * SECOND
export const CREDIT_MAX_MS = 60 * SECOND

/** Requests a client may send before it has read the answers to the earlier ones; browsers and proxies wait for each. */
export const UNANSWERED_MAX = 10

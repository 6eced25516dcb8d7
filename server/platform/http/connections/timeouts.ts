const SECOND = 1000

/** A slower client is disconnected within CHECK_MS more. */
export const HEADERS_MS = 15 * SECOND
/** The time for a whole request. A picture of 10 MB takes 5.5 minutes at 256 kbit/s; this allows 140 kbit/s. */
export const REQUEST_MS = 600 * SECOND
export const SILENCE_MS = 120 * SECOND
/** The time between requests. Fastify closes an idle connection after 72 s, but every empty line restarts its timer. */
export const IDLE_MS = 90 * SECOND
export const CHECK_MS = 5 * SECOND

/** Bytes that a client must transfer, how far it may fall behind, and how much it can save up by being faster. */
export const LEAST_BYTES_PER_SECOND = 2048
export const GRACE_MS = 20 * SECOND
export const CREDIT_MAX_MS = 60 * SECOND

/** Browsers and proxies read each response before they send the next request. */
export const UNANSWERED_MAX = 10

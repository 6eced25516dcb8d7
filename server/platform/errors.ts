/**
 * A caller has used up a limit and may try again after some seconds. The platform below HTTP throws this;
 * http/error-handler.ts answers 429 with Retry-After.
 */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A service that we depend on does not answer, or too much work waits. The caller may try again after some seconds;
 * http/error-handler.ts logs `cause`, if given, and answers 503 with Retry-After.
 */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, options?: ErrorOptions) {
    super('A service that this server depends on is unavailable', options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

import { texts } from '@stampus/contract/texts'

/** An error that the client gets as it is, with its message; all others are answered with a neutral 500. */
export class ExpectedError extends Error {}

/**
 * A caller has used up a limit and may try again after some seconds. The platform below HTTP throws this;
 * http/error-handler.ts answers 429 with Retry-After.
 */
export class TooManyRequests extends ExpectedError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(texts.tooManyRequests)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A service that we depend on does not answer, or too much work waits. The caller may try again after some seconds;
 * http/error-handler.ts logs `cause`, if given, and answers 503 with Retry-After.
 */
export class Unavailable extends ExpectedError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, options?: ErrorOptions) {
    super(texts.unavailable, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

import { texts } from '@stampus/contract/texts'

/** The client gets its message as it is; all other errors are answered with a neutral 500. */
export class ExpectedError extends Error {}

/** A limit is used up: http/error-handler.ts answers 429 with Retry-After. */
export class TooManyRequests extends ExpectedError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(texts.tooManyRequests)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A service does not answer, or too much work waits: http/error-handler.ts logs `cause` and answers 503. */
export class Unavailable extends ExpectedError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, options?: ErrorOptions) {
    super(texts.unavailable, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

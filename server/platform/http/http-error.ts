import type { ErrorBody } from '@stampus/contract/errors'
import * as texts from '@stampus/contract/texts'

/** A request that is refused in words: `{message, errors}` with a status (D-08). */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody & Record<string, unknown>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, errors: ErrorBody['errors'] = {}, more: More = {}) {
    super(message, { cause: more.cause })
    this.status = status
    this.body = { message, errors, ...more.fields }
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** What some refusals add: further fields of the body, when to try again, and the fault behind it, for the log alone. */
type More = { fields?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown }

export function invalid(field: string, message: string, fields: Record<string, unknown> = {}): Refusal {
  return new Refusal(422, message, { [field]: [message] }, { fields })
}

export function unauthenticated(): Refusal {
  return new Refusal(401, texts.unauthenticated)
}

export function forbidden(message: string = texts.forbidden): Refusal {
  return new Refusal(403, message)
}

export function notFound(message: string = texts.notFound): Refusal {
  return new Refusal(404, message)
}

export function conflict(message: string, more: More = {}): Refusal {
  return new Refusal(409, message, {}, more)
}

export function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal(429, texts.tooManyRequests, {}, { retryAfterSeconds })
}

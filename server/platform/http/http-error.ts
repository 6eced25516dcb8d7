import type { ErrorBody } from '@stampus/contract/errors'
import * as texts from '@stampus/contract/texts'

/** A request that is refused in words: `{message, errors}` with a status (D-08). */
export class HttpError extends Error {
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

export function invalid(field: string, message: string, fields: Record<string, unknown> = {}): HttpError {
  return new HttpError(422, message, { [field]: [message] }, { fields })
}

export function unauthenticated(): HttpError {
  return new HttpError(401, texts.unauthenticated)
}

export function forbidden(message: string = texts.forbidden): HttpError {
  return new HttpError(403, message)
}

export function notFound(message: string = texts.notFound): HttpError {
  return new HttpError(404, message)
}

export function conflict(message: string, more: More = {}): HttpError {
  return new HttpError(409, message, {}, more)
}

export function tooMany(retryAfterSeconds: number): HttpError {
  return new HttpError(429, texts.tooManyRequests, {}, { retryAfterSeconds })
}

/** The locked row that a form was opened with. Throws 404 where it is gone, 409 in these words where it is another by now. */
export function requireVersion<Row extends { version: number }>(row: Row | undefined, version: number, words: string): Row {
  if (!row) throw notFound()
  if (row.version !== version) throw conflict(words)
  return row
}

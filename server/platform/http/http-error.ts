import type { ErrorBody } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { ExpectedError } from '../errors.ts'

/** An error that is answered with its status and the body `{message, errors}`. The HTTP layer and domains throw it. */
export class HttpError extends ExpectedError {
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

/** Further fields of the body, the seconds for Retry-After, and the error behind it, which is only logged. */
type More = { fields?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown }

/** 422 on one field. */
export function invalid(field: string, message: string, fields: Record<string, unknown> = {}): HttpError {
  return new HttpError(422, message, { [field]: [message] }, { fields })
}

/** 401 */
export function unauthenticated(): HttpError {
  return new HttpError(401, texts.unauthenticated)
}

/** 403 */
export function forbidden(message: string = texts.forbidden): HttpError {
  return new HttpError(403, message)
}

/** 404 */
export function notFound(message: string = texts.notFound): HttpError {
  return new HttpError(404, message)
}

/** 409 */
export function conflict(message: string, more: More = {}): HttpError {
  return new HttpError(409, message, {}, more)
}

/** 429 with Retry-After. */
export function tooMany(retryAfterSeconds: number): HttpError {
  return new HttpError(429, texts.tooManyRequests, {}, { retryAfterSeconds })
}

/** Returns the locked row that a form was opened with. Throws 404 if it is gone, 409 if it has another version by now. */
export function requireVersion<Row extends { version: number }>(
  row: Row | undefined,
  version: number,
  message: string,
): Row {
  if (!row) throw notFound()
  if (row.version !== version) throw conflict(message)
  return row
}

import type { ErrorBody } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { ExpectedError } from '../errors.ts'

/** Answered with its status and `{message, errors}`. The HTTP layer and domains throw it. */
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

/** Further fields of the body, and the error behind it, which is only logged. */
type More = { fields?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown }

/** 422 on one field. */
export const invalid = (field: string, message: string, fields: Record<string, unknown> = {}): HttpError =>
  new HttpError(422, message, { [field]: [message] }, { fields })

export const unauthenticated = (): HttpError => new HttpError(401, texts.unauthenticated)

export const forbidden = (message: string = texts.forbidden): HttpError => new HttpError(403, message)

export const notFound = (message: string = texts.notFound): HttpError => new HttpError(404, message)

export const conflict = (message: string, more: More = {}): HttpError => new HttpError(409, message, {}, more)

export const tooMany = (retryAfterSeconds: number): HttpError =>
  new HttpError(429, texts.tooManyRequests, {}, { retryAfterSeconds })

/** Returns what was found. Throws 404 if there is none. */
export function requireFound<Found>(found: Found | null | undefined, message: string = texts.notFound): Found {
  if (found === null || found === undefined) throw notFound(message)
  return found
}

/** The locked row that a form was opened with. 404 if it is gone, 409 if it has another version. */
export function requireVersion<Row extends { version: number }>(
  row: Row | undefined,
  version: number,
  message: string,
): Row {
  if (!row) throw notFound()
  if (row.version !== version) throw conflict(message)
  return row
}

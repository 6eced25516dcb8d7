import type { Endpoint, ErrorBody, InputOf } from './endpoint.ts'

/** An HTTP request for a call: the path below the API base, and the body as JSON text or a form. */
export type ClientRequest = { method: Endpoint['method']; path: string; json?: string; form?: FormData; unkeyed?: true }

type Fields = Record<string, unknown>

const PARAMETER = /:([a-z_]+)/g

/** Builds the request for a call: input fields go into the path, the rest into the query (GET) or the body. */
export function buildRequest<E extends Endpoint>(endpoint: E, input: InputOf<E>): ClientRequest {
  const fields: Fields = { ...(input as Fields) }
  const path = fillPath(endpoint.path, fields)
  const { method, unkeyed } = endpoint
  if (method === 'GET') return { method, path: path + queryOf(fields, endpoint.path) }
  if (endpoint.upload) return { method, path, form: formOf(fields) }
  return { method, path, json: JSON.stringify(fields), ...(unkeyed && { unkeyed }) }
}

/** Path parameters stay in the body too, because some calls (`/email/verify`) have them in both. */
const fillPath = (pattern: string, fields: Fields): string =>
  pattern.replace(PARAMETER, (_, name: string) => encodeURIComponent(String(fields[name])))

function queryOf(fields: Fields, pattern: string): string {
  const query = new URLSearchParams()
  const inPath = new Set(Array.from(pattern.matchAll(PARAMETER), ([, name]) => name))
  for (const [name, value] of Object.entries(fields)) {
    const isGiven = value !== undefined && value !== '' && !(value instanceof Blob)
    if (isGiven && !inPath.has(name)) query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  return form
}

/** The status of a response; 0 if it is not our API's (a captive portal). A 5xx of a proxy stays: we are down. */
export function ownStatus(status: number, body: unknown): number {
  if (status >= 500 && status !== NETWORK_AUTHENTICATION_REQUIRED) return status
  const isOwn = typeof body === 'object' && body !== null && (status < 400 || isError(status, body))
  return isOwn ? status : 0
}

const NETWORK_AUTHENTICATION_REQUIRED = 511

/** A 401 ends a session, so it needs the message. Field errors say enough for themselves. */
const isError = (status: number, body: Partial<ErrorBody>): boolean =>
  typeof body.message === 'string' || (status !== 401 && body.errors !== undefined)

/** What came back of a call: its JSON body, and the seconds to wait before trying again. `status` 0: no response of the API. */
export type Answer = { status: number; body?: unknown; retryAfter?: number | undefined }

/** Reads a response. A truncated one has no status: the server may or may not have done it. */
export async function readAnswer(sent: Promise<Response>): Promise<Answer> {
  const response = await sent.catch(() => undefined)
  const body: unknown = await response?.json().catch(() => undefined)
  const status = response ? ownStatus(response.status, body) : 0
  return status === 0
    ? { status }
    : { status, body, retryAfter: Number(response?.headers.get('retry-after')) || undefined }
}

/** The keys of calls that may or may not have been done, by what was sent. */
const unclear = new Map<string, { key: string; since: number }>()
const UNCLEAR_MS = 600_000

/**
 * Sends what changes something under an idempotency key, by default its own. Until a call is answered it keeps its key, so
 * that a second press does nothing twice; after 5xx and without an answer too, unless something else was done meanwhile.
 */
export async function sendKeyed<Answered extends { status: number }>(
  { method, path, json, form, unkeyed }: ClientRequest,
  send: (headers: Record<string, string>) => Promise<Answered>,
  givenKey?: string,
): Promise<Answered> {
  const body = json ?? (form && textOf(form))
  if (method === 'GET' || unkeyed || (!givenKey && body === undefined)) return send({})
  const call = `${method} ${path} ${givenKey ?? body}`
  const earlier = unclear.get(call)
  const isRepeat = earlier && Date.now() - earlier.since < UNCLEAR_MS
  const key = givenKey ?? (isRepeat ? earlier.key : randomKey())
  const remember = () => unclear.set(call, { key, since: Date.now() })
  remember()
  const answer = await send({ 'Idempotency-Key': key })
  if (answer.status >= 200 && answer.status < 300) unclear.clear()
  else if (answer.status > 0 && answer.status < 500) unclear.delete(call)
  else remember()
  return answer
}

/** Undefined for a form with files. */
function textOf(form: FormData): string | undefined {
  const fields = Array.from(form)
  return fields.some(([, value]) => typeof value !== 'string') ? undefined : JSON.stringify(fields)
}

/** A failed call of staff or owners. `message` is what their app says about it. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>

  constructor(status: number, errors: Record<string, string[]> | undefined, message: string) {
    super(message)
    this.status = status
    this.errors = errors ?? {}
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** 128 random bits in hexadecimal, such as an idempotency key. */
// Not crypto.randomUUID: it exists only on https origins, and a campus network may serve http.
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const randomUuid = (): string => randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')

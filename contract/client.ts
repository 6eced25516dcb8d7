import type { Endpoint, InputOf } from './endpoint.ts'

/** What goes over the wire for a call: the path below the API base, and the body as JSON text or a form. */
export type ClientRequest = { method: Endpoint['method']; path: string; json?: string; form?: FormData }

type Fields = Record<string, unknown>

const PARAMETER = /:([a-z_]+)/g

/** Turns a call and its input into a request: path parameters first, the rest as query (GET) or body (section 7). */
export function buildRequest<E extends Endpoint>(endpoint: E, input: InputOf<E>): ClientRequest {
  const fields: Fields = { ...(input as Fields) }
  const path = fillPath(endpoint.path, fields)
  const { method } = endpoint
  if (method === 'GET') return { method, path: path + queryOf(fields, endpoint.path) }
  if (endpoint.upload) return { method, path, form: formOf(fields) }
  return { method, path, json: JSON.stringify(fields) }
}

/** The parameters of a path pattern stay in a POST body too where section 7 lists them there (`/email/verify`). */
function fillPath(pattern: string, fields: Fields): string {
  return pattern.replace(PARAMETER, (_, name: string) => encodeURIComponent(String(fields[name])))
}

function queryOf(fields: Fields, pattern: string): string {
  const query = new URLSearchParams()
  const inPath = new Set(Array.from(pattern.matchAll(PARAMETER), ([, name]) => name))
  for (const [name, value] of Object.entries(fields)) {
    const said = value !== undefined && value !== '' && !(value instanceof Blob)
    if (said && !inPath.has(name)) query.set(name, String(value))
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

/** 128 random bits in hexadecimal. */
// randomUUID exists on secure origins only, which a browser on the campus network may not be given.
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same as a UUID of version 4. */
export function randomUuid(): string {
  return randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

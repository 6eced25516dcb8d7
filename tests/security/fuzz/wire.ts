import { request } from 'node:http'
import type { Endpoint } from '@stampus/contract/endpoint'
import { END, FORM, filePart, part } from '../../stress/support/multipart.ts'
import type { brokenForms, FuzzRequest } from './requests.ts'

export type WireResponse = { status: number; type: string; text: string }
type Wire = { path: string; type: string | undefined; body: Buffer | undefined }

const ANSWERED_WITHIN_MS = 60_000

/** Sends a request as it is, however broken, and returns the response. */
export async function sendFuzzRequest(
  url: string,
  endpoint: Endpoint,
  shot: FuzzRequest,
  own: Record<string, string>,
): Promise<WireResponse> {
  const { path, type, body } = onWire(endpoint, shot)
  const harm = shot.harm.kind === 'headers' ? shot.harm.headers : {}
  const length = body ? { 'content-length': String(body.length) } : {}
  const headers = { ...(type ? { 'content-type': type } : {}), ...own, ...harm, ...length }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    const sending = request(url + path, { method: endpoint.method, headers, signal }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      const response = { status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '' }
      resolve({ ...response, text: Buffer.concat(parts).toString() })
    })
    sending.once('error', reject)
    sending.end(body)
  })
}

function onWire(endpoint: Endpoint, { input, harm, file, fileName }: FuzzRequest): Wire {
  const path = `/api${endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => encoded(input[name]))}`
  if (harm.kind === 'json') return { path, type: 'application/json', body: Buffer.from(harm.body, 'latin1') }
  if (harm.kind === 'multipart') return { path, ...brokenForm(endpoint, harm.how, file) }
  if (endpoint.method === 'GET') return { path: path + queryOf(input), type: undefined, body: undefined }
  if (!endpoint.upload) return { path, type: 'application/json', body: Buffer.from(JSON.stringify(input)) }
  const parts = [
    ...fieldParts(input),
    filePart(endpoint.upload.field, { name: fileName, type: 'image/jpeg', bytes: file }),
    END,
  ]
  return { path, type: FORM, body: Buffer.concat(parts) }
}

function encoded(value: unknown): string {
  return encodeURIComponent(asText(value).toWellFormed()) || '%00'
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A list repeats its name. */
function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 20) : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(name)}=${encoded(one).slice(0, 4000)}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function fieldParts(input: Record<string, unknown>): Buffer[] {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  return fields.map(([name, value]) => part(`name="${name}"`, Buffer.from(asText(value))))
}

function brokenForm({ upload }: Endpoint, how: (typeof brokenForms)[number], file: Uint8Array) {
  const field = upload?.field ?? 'file'
  const whole = filePart(field, { name: 'receipt.jpg', type: 'image/jpeg', bytes: file })
  const many = Array.from({ length: 40 }, (_, at) => part(`name="f${at}"`, Buffer.from('1')))
  const bodies: Record<typeof how, Buffer[]> = {
    'no end': [whole],
    'other boundary': [Buffer.from('--other\r\n\r\n\r\n--other--\r\n')],
    'no boundary': [whole, END],
    nothing: [],
    'two files': [whole, whole, END],
    'many fields': [...many, END],
    'long field': [part('name="merchant_id"', Buffer.alloc(20_000, '1')), END],
    'long name': [part(`name="${'n'.repeat(5000)}"`, Buffer.from('1')), END],
    'no name': [part('', Buffer.from('1')), part('name="__proto__"', Buffer.from('1')), END],
    'header without end': [part('', Buffer.alloc(0)).subarray(0, -10)],
    'file as text': [part(`name="${field}"`, file), END],
  }
  return { type: how === 'no boundary' ? 'multipart/form-data' : FORM, body: Buffer.concat(bodies[how]) }
}

import { request } from 'node:http'
import { connect } from 'node:net'
import type { Endpoint } from '@stampus/contract/endpoint'
import type { brokenForms, FuzzRequest } from './requests.ts'
import type { WireResponse } from './violations.ts'

type Wire = { path: string; type: string | undefined; body: Buffer | undefined }

const ANSWERED_WITHIN_MS = 60_000
const BOUNDARY = 'stampus'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** One part of a form, built by hand: its disposition may contain what no browser would send. */
function part(disposition: string, content: Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
const filePart = (field: string, name: string, file: Uint8Array) =>
  part(`name="${field}"; filename="${name}"\r\ncontent-type: image/jpeg`, file)

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
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text })
    })
    sending.once('error', reject)
    sending.end(body)
  })
}

function onWire(endpoint: Endpoint, { input, harm, file, fileName }: FuzzRequest): Wire {
  const path = `/api${endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => encoded(input[name]))}`
  if (harm.kind === 'json') return { path, type: 'application/json', body: Buffer.from(harm.body, 'latin1') }
  if (harm.kind === 'multipart') return { path, type: FORM, body: brokenForm(endpoint, harm.how, file) }
  if (endpoint.method === 'GET') return { path: path + queryOf(input), type: undefined, body: undefined }
  if (!endpoint.upload) return { path, type: 'application/json', body: Buffer.from(JSON.stringify(input)) }
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const parts = fields.map(([name, value]) => part(`name="${name}"`, Buffer.from(asText(value))))
  return { path, type: FORM, body: Buffer.concat([...parts, filePart(endpoint.upload.field, fileName, file), END]) }
}

const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed()) || '%00'
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A list repeats its name. */
function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 20) : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(name)}=${encoded(one).slice(0, 4000)}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function brokenForm({ upload }: Endpoint, how: (typeof brokenForms)[number], file: Uint8Array): Buffer {
  const field = upload?.field ?? 'file'
  const whole = filePart(field, 'receipt.jpg', file)
  const bodies: Record<typeof how, Buffer[]> = {
    'no end': [whole],
    'other boundary': [Buffer.from('--other\r\n\r\n\r\n--other--\r\n')],
    nothing: [],
    'two files': [whole, whole, END],
    'many fields': [...Array.from({ length: 40 }, (_, at) => part(`name="f${at}"`, Buffer.from('1'))), END],
    'long name': [part(`name="${'n'.repeat(5000)}"`, Buffer.from('1')), END],
    'no name': [part('', Buffer.from('1')), part('name="__proto__"', Buffer.from('1')), END],
    'header without end': [part('', Buffer.alloc(0)).subarray(0, -10)],
    'file as text': [part(`name="${field}"`, file), END],
  }
  return Buffer.concat(bodies[how])
}

/** Sends bytes and returns everything received until the connection ends. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let response = ''
  socket.on('data', (part) => {
    response += part.toString('latin1')
  })
  // A reset ends the connection, too.
  socket.on('error', () => {})
  socket.once('end', () => socket.end())
  socket.setTimeout(ANSWERED_WITHIN_MS, () => {
    response = 'still open'
    socket.destroy()
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes, 'latin1')
  await ended
  return response
}

export function get(path: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headLines(headers)}\r\n`)
}

export function postJson(path: string, payload: object, headers: Record<string, string> = {}): Buffer {
  return withBody(path, Buffer.from(JSON.stringify(payload)), { 'content-type': 'application/json', ...headers })
}

/** The bytes of a POST request with a form, as a browser sends it. */
export async function postForm(path: string, form: FormData, headers: Record<string, string> = {}): Promise<Buffer> {
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  return withBody(path, Buffer.from(await encoded.arrayBuffer()), { 'content-type': contentType, ...headers })
}

function withBody(path: string, body: Buffer, headers: Record<string, string>): Buffer {
  const lines = headLines({ ...headers, 'content-length': String(body.length) })
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n`), body])
}

function headLines(headers: Record<string, string>): string {
  return Object.entries({ host: '127.0.0.1', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

export type Answer = { status: number; head: string; body: Buffer }

const END_OF_HEAD = '\r\n\r\n'

/** Reads the responses on one connection, one after another. They need a content-length. */
export class AnswerReader {
  #parts: Buffer[] = []
  #bytes = 0
  #wanted: number | undefined

  read(part: Buffer): Answer | undefined {
    this.#parts.push(part)
    this.#bytes += part.length
    this.#wanted ??= lengthOf(this.#parts)
    if (this.#wanted === undefined || this.#bytes < this.#wanted) return undefined
    const whole = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    this.#wanted = undefined
    return answerIn(whole)
  }
}

function lengthOf(parts: Buffer[]): number | undefined {
  const known = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  const end = known.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  const head = known.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length === undefined && !/^HTTP\/1\.1 (204|304) /.test(head)) throw new Error(`An answer has no length:\n${head}`)
  return end + END_OF_HEAD.length + Number(length ?? 0)
}

function answerIn(whole: Buffer): Answer {
  const end = whole.indexOf(END_OF_HEAD)
  return {
    status: Number(whole.toString('latin1', 9, 12)),
    head: whole.toString('latin1', 0, end),
    body: whole.subarray(end + END_OF_HEAD.length),
  }
}

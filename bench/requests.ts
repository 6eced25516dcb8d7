/** A GET as it goes over the wire. */
export function get(path: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headLines(headers)}\r\n`)
}

/** A POST of JSON as it goes over the wire. */
export function postJson(path: string, payload: object, headers: Record<string, string> = {}): Buffer {
  return withBody(path, Buffer.from(JSON.stringify(payload)), { 'content-type': 'application/json', ...headers })
}

/** A POST of a form with its file, as a browser sends it. */
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

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status: number; type: string; bytes: Buffer }
/** `text` replaces the bytes. */
type ChangedAnswer = Partial<Answer> & { text?: string }

/**
 * A proxy with a fault: it forwards the response of the server at `url` as `change` alters it; undefined means no
 * response at all.
 */
export async function startFaultyProxy(url: string, change: (answer: Answer) => ChangedAnswer | undefined) {
  let hits = 0
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const body = request.method === 'GET' ? null : Buffer.concat(parts)
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: asStrings(headers),
      body,
    })
    const type = answer.headers.get('content-type') ?? ''
    const original = { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
    const changed = change(original)
    if (changed !== original) hits += 1
    if (!changed) return
    const { status, bytes, text } = { ...original, ...changed }
    reply.writeHead(status, { 'content-type': type }).end(text ?? bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise((resolve) => void server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits, close }
}

function asStrings(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

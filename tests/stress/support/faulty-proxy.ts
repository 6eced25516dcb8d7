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
  const server = createServer(async (asked, reply) => {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = asked.headers
    const body = asked.method === 'GET' ? null : Buffer.concat(parts)
    const answer = await fetch(url + asked.url, { method: asked.method ?? 'GET', headers: asStrings(headers), body })
    const type = answer.headers.get('content-type') ?? ''
    const said = { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
    const changed = change(said)
    if (changed !== said) hits += 1
    if (!changed) return
    const { status, bytes, text } = { ...said, ...changed }
    reply.writeHead(status, { 'content-type': type }).end(text ?? bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise((resolve) => void server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits, close }
}

function asStrings(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

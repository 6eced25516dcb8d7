import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

// A separate process that answers each path with the bytes and headers it was given.
type Given = { path: string; status: number; headers: OutgoingHttpHeaders; body: string }

const answers = new Map<string, { status: number; headers: OutgoingHttpHeaders; body: Buffer }>()
const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url)
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  else response.writeHead(404, { 'content-length': 0 }).end()
})

process.on('message', ({ path, status, headers, body }: Given) => {
  answers.set(path, { status, headers, body: Buffer.from(body, 'base64') })
  process.send?.('known')
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

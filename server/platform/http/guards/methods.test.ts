import { once } from 'node:events'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { buildApp } from '../../../app.ts'
import { openLog } from '../../metrics/log.ts'

/** Methods of another protocol that Node's parser accepts but does not list. */
const OF_RTSP = 'ANNOUNCE DESCRIBE FLUSH GET_PARAMETER PAUSE PLAY RECORD REDIRECT SET_PARAMETER SETUP TEARDOWN'.split(
  ' ',
)
const SECURITY_HEADERS = ["content-security-policy: default-src 'self'", 'x-content-type-options: nosniff']

const server = serverForTests({ LOG_LEVEL: 'silent' })
let app: FastifyInstance
let port: number
const written: string[] = []

beforeAll(async () => {
  const to = new PassThrough().on('data', (line: Buffer) => written.push(line.toString()))
  app = await buildApp({ ...server.deps, log: openLog({ LOG_LEVEL: 'info' }, to) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app?.close())

test('D-08 every method, also of RTSP and CONNECT, gets our own 404 and one line in the log', async () => {
  const sent = [
    ...METHODS.map((method) => [method, `${method} /api/nowhere HTTP/1.1`] as const),
    ...OF_RTSP.map((method) => [method, `${method} /api/nowhere RTSP/1.0`] as const),
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1'] as const,
  ]
  written.splice(0)
  for (const [method, line] of sent) {
    const answer = await ask(line)
    expect(answer, line).toMatch(/^HTTP\/1\.1 404 /)
    for (const header of SECURITY_HEADERS) expect(answer, line).toContain(header)
    const [, body] = answer.split('\r\n\r\n')
    if (method !== 'HEAD') expect(JSON.parse(body ?? ''), line).toEqual({ message: 'Not found.', errors: {} })
  }
  const lines = () => written.join('').trim().split('\n')
  await expect.poll(lines).toHaveLength(sent.length)
  expect(lines().map((line) => JSON.parse(line))).toMatchObject(
    sent.map(([method]) => ({ level: 'info', method, route: 'none', status: 404 })),
  )
})

test('D-08 a path answers 404 to a method that it does not support', async () => {
  for (const line of ['QUERY /api/merchants HTTP/1.1', 'DESCRIBE /api/merchants RTSP/1.0'])
    expect(await ask(line)).toMatch(/^HTTP\/1\.1 404 /)
})

test('D-08 a CONNECT sent before earlier responses are read closes only its own connection', async () => {
  const first = 'GET /api/merchants HTTP/1.1\r\nhost: x\r\n\r\n'
  const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'
  await send(first + tunnel)
  await send(first.repeat(3) + tunnel + first)
  expect(await ask('GET /healthz HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})

test('D-08 a CONNECT does not keep its connection open, whatever is sent after it', async () => {
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const begin = async (behind: string) => {
    const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => {})
    client.write(`CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n${behind}`)
    expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 404 /)
    return client
  }
  const clients = [await begin(''), await begin('x'), await begin('x')]
  for (const client of clients) client.write('y')
  // The last one stays open.
  for (const client of clients.slice(0, 2)) client.end()
  await expect.poll(connections).toBe(0)
  for (const client of clients) client.destroy()
})

test.each(['/api/%E0%A4%A', `/files/${'%zz'}`])(
  'D-08 %s, which is no address, is refused in our form and safely',
  async (url) => {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The request could not be read.', errors: {} }])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)

test('D-62 a transaction rolled back by a deadlock is a 503 that the client may repeat', async () => {
  const deadlock = "DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$"
  const own = await buildApp(server.deps)
  own.get('/api/deadlock', () => server.deps.db.pool.query(deadlock))
  const answer = await own.inject('/api/deadlock')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  await own.close()
})

/** Everything the server sends for a request without a body until it closes the connection. */
function ask(line: string): Promise<string> {
  return send(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`)
}

function send(text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (part) => {
    received += part.toString()
  })
  // A reset also ends the connection.
  socket.on('error', () => {}).once('close', () => resolve(received))
  socket.write(text)
  return promise
}

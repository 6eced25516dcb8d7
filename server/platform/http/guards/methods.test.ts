import { once } from 'node:events'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { buildApp } from '../../../app.ts'
import { openLog } from '../../metrics/log.ts'

/** Methods of another protocol that Node's parser accepts but does not list. */
const OF_RTSP = 'ANNOUNCE DESCRIBE FLUSH GET_PARAMETER PAUSE PLAY RECORD REDIRECT SET_PARAMETER SETUP TEARDOWN'.split(
  ' ',
)
const SECURITY_HEADERS = [
  "content-security-policy: default-src 'self'",
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: strict-origin-when-cross-origin',
  'cross-origin-opener-policy: same-origin',
]

let server: TestApp
let app: FastifyInstance
let port: number
const written: string[] = []

beforeAll(async () => {
  server = await testApp()
  const to = new PassThrough().on('data', (line: Buffer) => written.push(line.toString()))
  app = await buildApp({ ...server.deps, log: openLog({ LOG_LEVEL: 'info' }, to) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const overHttp = METHODS.map((method) => [method, `${method} /api/nowhere HTTP/1.1`] as const)
const overRtsp = OF_RTSP.map((method) => [method, `${method} /api/nowhere RTSP/1.0`] as const)
const tunnel = ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1'] as const

test.each([...overHttp, ...overRtsp, tunnel])('D-08 %s, sent as %s, gets our own 404', async (method, line) => {
  written.splice(0)
  const answer = await ask(line)
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  for (const header of SECURITY_HEADERS) expect(answer).toContain(header)
  const [, body] = answer.split('\r\n\r\n')
  const notFound = { message: 'Not found.', errors: {} }
  if (method !== 'HEAD') expect(JSON.parse(body ?? '')).toEqual(notFound)
  await expect.poll(() => lines().length).toBeGreaterThan(0)
  expect(lines()).toEqual([expect.objectContaining({ level: 'info', method, route: 'none', status: 404 })])
})

test('D-08 a path answers 404 to a method that it does not support', async () => {
  for (const method of ['QUERY', 'TRACE', 'PROPFIND'])
    expect(await ask(`${method} /api/merchants HTTP/1.1`)).toMatch(/^HTTP\/1\.1 404 /)
  expect(await ask('DESCRIBE /api/merchants RTSP/1.0')).toMatch(/^HTTP\/1\.1 404 /)
})

test('D-08 a CONNECT sent before earlier responses are read closes only its own connection', async () => {
  const first = 'GET /api/merchants HTTP/1.1\r\nhost: x\r\n\r\n'
  const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'
  await send(first + tunnel)
  await send(first.repeat(3) + tunnel + first)
  expect(await ask('GET /healthz HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})

test('D-08 a CONNECT does not keep its connection open, whatever is sent after it', async () => {
  const own = await buildApp(server.deps)
  await own.listen({ host: '127.0.0.1', port: 0 })
  const connections = () => new Promise((resolve) => own.server.getConnections((_error, count) => resolve(count)))
  const begin = async (behind: string) => {
    const client = connect({
      host: '127.0.0.1',
      port: (own.server.address() as AddressInfo).port,
      allowHalfOpen: true,
    }).on('error', () => {})
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

function lines(): object[] {
  const all = written.join('').trim().split('\n').filter(Boolean)
  return all.map((line) => JSON.parse(line))
}

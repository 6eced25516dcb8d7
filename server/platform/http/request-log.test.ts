import { once } from 'node:events'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { buildApp } from '../../app.ts'
import { openLog } from '../metrics/log.ts'

/** Methods of another protocol that Node's parser accepts but does not list. */
const OF_RTSP = 'ANNOUNCE DESCRIBE FLUSH GET_PARAMETER PAUSE PLAY RECORD REDIRECT SET_PARAMETER SETUP TEARDOWN'.split(
  ' ',
)
const SECURITY_HEADERS = ["content-security-policy: default-src 'self'", 'x-content-type-options: nosniff']
const PROXY = '10.1.2.3'
const ID = 'from-the-proxy.0001'

const server = serverForTests({ TRUSTED_PROXIES: '10.0.0.0/8' })
let app: FastifyInstance
let port: number
const written: string[] = []

beforeAll(async () => {
  const to = new PassThrough().on('data', (line: Buffer) => written.push(line.toString()))
  app = await buildApp({ ...server.deps, log: openLog({ LOG_LEVEL: 'debug' }, to) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(() => written.splice(0))
afterAll(() => app?.close())

type Line = {
  level: string
  reqId?: string
  method?: string
  route?: string
  status?: number
  ms?: number
  err?: object
}

/** What the log said, once the answer's own line is there. */
async function lines(): Promise<Line[]> {
  await expect.poll(read).toContainEqual(expect.objectContaining({ route: expect.stringMatching(/./) }))
  return read()
}

function read(): Line[] {
  const lines = written.join('').trim().split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

test('D-67 every request is one log line with its route and the id in its response', async () => {
  const answer = await app.inject('/api/merchants/7?search=Aina')
  const [line, ...more] = await lines()
  expect(line).toMatchObject({ level: 'info', method: 'GET', route: '/api/merchants/:id', status: 404 })
  expect(line?.ms).toBeGreaterThanOrEqual(0)
  expect(line?.reqId).toBe(answer.headers['x-request-id'])
  expect(more).toEqual([])
})

test.each([
  ['/api/%E0%A4%A', 400],
  [`/files/${'%zz'}`, 400],
  ['/nowhere/secret-of-mine.png', 404],
])(
  'D-67 D-08 so is %s, whose address is not written; one that is no address is refused in our form and safely',
  async (url, status) => {
    const answer = await app.inject(url)
    const [line] = await lines()
    expect(line).toMatchObject({ route: 'none', status, reqId: answer.headers['x-request-id'] })
    expect(written.join('')).not.toMatch(/E0|%zz|secret/)
    if (status === 404) return
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The request could not be read.', errors: {} }])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)

test.each([
  ['of a proxy of ours is kept', PROXY, ID, true],
  ['of a proxy of ours that writes IPv4 as IPv6 is kept', `::ffff:${PROXY}`, ID, true],
  ['of anybody else is not', '203.0.113.9', ID, false],
  ['that is none is not', PROXY, 'x\tfake line', false],
])('D-67 the request id %s', async (_, remoteAddress, given, kept) => {
  const answer = await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': given } })
  expect(answer.headers['x-request-id'] === given).toBe(kept)
})

test('D-67 probes are logged at debug unless they fail', async () => {
  await app.inject('/readyz')
  expect((await lines())[0]).toMatchObject({ level: 'debug', route: '/readyz' })
})

test('D-67 an error is logged with its request id, without the details that the database adds', async () => {
  const error = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(aina@campus.edu.my)', code: '23505' })
  const broken = vi.spyOn(server.deps.db.pool, 'query').mockImplementation(() => Promise.reject(error))
  const answer = await app.inject('/api/merchants/1')
  broken.mockRestore()
  expect(answer.statusCode).toBe(500)
  const written = (await lines()).find(({ err }) => err)
  expect(written).toMatchObject({ level: 'error', reqId: answer.headers['x-request-id'], err: { code: '23505' } })
  expect(JSON.stringify(written)).not.toContain('aina@')
})

test('D-67 the log contains no password, token, link or personal address', async () => {
  const { email, headers: session } = await createSignedInMember(server.deps)
  const { authorization } = session
  const password = 'Rahsia-Besar-99'
  const hash = 'ab'.repeat(20)
  const link = { expires: '1790000000', signature: 'cd'.repeat(32) }
  const headers = { authorization, cookie: 'stampus_console=cookie-of-an-operator' }
  await app.inject({ method: 'POST', url: '/api/login', headers, payload: { email, password } })
  await app.inject({ method: 'POST', url: '/api/register', headers, payload: { name: 'Aina', email, password } })
  await app.inject({ method: 'POST', url: '/api/login', headers, payload: `{"password":"${password}` })
  await app.inject({ url: `/api/email/verify/7/${hash}`, headers, query: link })
  await app.inject({ url: '/files/receipts/a-full.webp', headers, query: link })
  await app.inject({ url: '/email/verification', headers, query: { id: '7', hash, ...link } })
  await app.inject({ url: '/api/user', headers })
  await expect.poll(() => written.join('').trim().split('\n')).toHaveLength(7)
  for (const secret of [password, authorization.slice(7), 'cookie-of-an-operator', hash, link.signature, email])
    expect(written.join('')).not.toContain(secret)
})

test('D-08 every method, also of RTSP and CONNECT, gets our own 404 and one line in the log', async () => {
  const sent = [
    ...METHODS.map((method) => [method, `${method} /api/nowhere HTTP/1.1`] as const),
    ...OF_RTSP.map((method) => [method, `${method} /api/nowhere RTSP/1.0`] as const),
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1'] as const,
  ]
  for (const [method, line] of sent) {
    const answer = await ask(line)
    expect(answer, line).toMatch(/^HTTP\/1\.1 404 /)
    for (const header of SECURITY_HEADERS) expect(answer, line).toContain(header)
    const [, body] = answer.split('\r\n\r\n')
    if (method !== 'HEAD') expect(JSON.parse(body ?? ''), line).toEqual({ message: 'Not found.', errors: {} })
  }
  await expect.poll(read).toHaveLength(sent.length)
  expect(read()).toMatchObject(sent.map(([method]) => ({ level: 'info', method, route: 'none', status: 404 })))
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

import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { buildApp } from '../../app.ts'
import { openLog } from '../metrics/log.ts'

const PROXY = '10.1.2.3'
const ID = 'from-the-proxy.0001'

const server = serverForTests({ TRUSTED_PROXIES: '10.0.0.0/8' })
let app: FastifyInstance
const written: string[] = []

beforeAll(async () => {
  const to = new PassThrough().on('data', (line: Buffer) => written.push(line.toString()))
  app = await buildApp({ ...server.deps, log: openLog({ LOG_LEVEL: 'debug' }, to) })
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

test.each(['/api/%E0%A4%A', '/nowhere/secret-of-mine.png'])(
  'D-67 so is %s, whose address is not written',
  async (url) => {
    const answer = await app.inject(url)
    const [line] = await lines()
    expect(line).toMatchObject({ route: 'none', status: answer.statusCode, reqId: answer.headers['x-request-id'] })
    expect(written.join('')).not.toMatch(/E0|secret/)
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
  const member = await createMember(server.deps)
  const { authorization } = await createMemberSession(server.deps, member)
  const password = 'Rahsia-Besar-99'
  const hash = 'ab'.repeat(20)
  const link = { expires: '1790000000', signature: 'cd'.repeat(32) }
  const headers = { authorization, cookie: 'stampus_console=cookie-of-an-operator' }
  const { email } = member
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

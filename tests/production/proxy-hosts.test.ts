import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text as toText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/browser/server-under-test.ts'
import { temporaryFolder } from '../support/server/temporary-folder.ts'
import { makeCertificate } from './certificate.ts'
import { findNginx, startProxy } from './proxy.ts'

const nginx = findNginx()
const WEB = 'rewards.campus.edu.my'
const CONSOLE = 'console.rewards.campus.edu.my'

const received: string[] = []
/** Answers with the headers that it received. `/away` is a 503 of both replicas, `/half` of the first one. */
const createReplica = (at: number) =>
  createServer((request, answer) => {
    const { method = '', url = '' } = request
    received.push(`${method} ${url}`)
    if (url === '/away' || (url === '/half' && at === 0)) answer.writeHead(503, { 'retry-after': '2' }).end()
    else answer.end(JSON.stringify(request.headers))
  })
const replicas = [0, 1].map(createReplica)
const folder = await temporaryFolder()
let ports: { plain: number; secure: number }
let stop = async () => {}

beforeAll(async () => {
  if (!nginx) return
  for (const replica of replicas) await once(replica.listen(0, '127.0.0.1'), 'listening')
  ports = { plain: await freePort(), secure: await freePort() }
  const listening = replicas.map((replica) => (replica.address() as AddressInfo).port)
  stop = await startProxy(nginx, { folder, ports, replicas: listening, certificate: makeCertificate(folder) })
})
afterAll(async () => {
  await stop()
  for (const replica of replicas) replica.close()
})

const withNginx = test.runIf(nginx)

withNginx('D-50 port 80 redirects only the hosts that the proxy knows', async () => {
  for (const host of [WEB, CONSOLE]) {
    const { status, headers } = await ask(requestPlain, { port: ports.plain, headers: { host }, path: '/login' })
    expect([status, headers.location]).toEqual([301, `https://${host}/login`])
  }
  for (const host of ['evil.example', '127.0.0.1', `${WEB}.evil.example`, `x.${WEB}`])
    await expect(ask(requestPlain, { port: ports.plain, headers: { host }, path: '/login' })).rejects.toThrow('hang up')
})

withNginx('D-50 the proxy does not forward a client’s X-Forwarded-Host', async () => {
  const headers = { host: WEB, 'x-forwarded-host': CONSOLE, forwarded: `host=${CONSOLE}` }
  const { status, body } = await ask(requestSecure, { port: ports.secure, headers })
  expect([status, body]).toMatchObject([200, { host: WEB }])
  expect(Object.keys(body)).not.toContain('x-forwarded-host')
  expect(Object.keys(body)).not.toContain('forwarded')
})

withNginx(
  'D-62 what only reads goes to the other replica after a 503; a change does not; the 503 of both arrives',
  async () => {
    const send = (method: string, path: string) =>
      ask(requestSecure, { port: ports.secure, headers: { host: WEB }, method, path })
    const statusesOf = async (method: string) =>
      Promise.all(Array.from({ length: 12 }, async () => (await send(method, '/half')).status))
    expect(new Set(await statusesOf('GET'))).toEqual(new Set([200]))
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(new Set(await statusesOf(method)), method).toEqual(new Set([200, 503]))
      expect(received.filter((line) => line === `${method} /half`).length, method).toBe(12)
    }
    const { status, headers } = await send('GET', '/away')
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(received.filter((line) => line === 'GET /away').length).toBe(2)
  },
)

withNginx('D-62 while one replica is down, the answers of the other arrive, its 503 too', async () => {
  replicas[1]?.close()
  replicas[1]?.closeAllConnections()
  const send = (path: string) => ask(requestSecure, { port: ports.secure, headers: { host: WEB }, path })
  for (const _ of Array(8)) {
    const { status, headers } = await send('/away')
    expect([status, headers['retry-after'], (await send('/')).status]).toEqual([503, '2', 200])
  }
})

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: object }

async function ask(request: typeof requestPlain, options: RequestOptions & { port: number }): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', rejectUnauthorized: false, ...options } as RequestOptions).end()
  const [answer] = await once(sent, 'response')
  const text = await toText(answer)
  const body = answer.statusCode === 200 ? JSON.parse(text) : {}
  return { status: answer.statusCode, headers: answer.headers, body }
}

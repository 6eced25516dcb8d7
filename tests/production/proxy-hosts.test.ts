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

/** Answers with the headers that it received. */
const replica = createServer((request, answer) => answer.end(JSON.stringify(request.headers)))
let ports: { plain: number; secure: number }
let stop = async () => {}

beforeAll(async () => {
  replica.listen(0, '127.0.0.1')
  await once(replica, 'listening')
  if (!nginx) return
  ports = { plain: await freePort(), secure: await freePort() }
  const folder = await temporaryFolder()
  const replicas = [(replica.address() as AddressInfo).port]
  stop = await startProxy(nginx, { folder, ports, replicas, certificate: makeCertificate(folder) })
})
afterAll(async () => {
  await stop()
  replica.close()
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

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: object }

async function ask(request: typeof requestPlain, options: RequestOptions & { port: number }): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', rejectUnauthorized: false, ...options } as RequestOptions).end()
  const [answer] = await once(sent, 'response')
  const text = await toText(answer)
  const body = answer.statusCode === 200 ? JSON.parse(text) : {}
  return { status: answer.statusCode, headers: answer.headers, body }
}

import { expect, test } from 'vitest'
import { serverForTests, type TestApp, testApp } from '../../../../tests/support/server/app.ts'

const CONSOLE = 'desk.stampus.test'
const WEB = 'stampus.test'

const server = serverForTests({ CONSOLE_URL: `http://${CONSOLE}` })

const status = async (host: string, url: string, app = server.app) =>
  (await app.inject({ url, headers: { host } })).statusCode

test.each([
  ['/api/console/session', 401],
  ['/api/%63onsole/session', 401],
  ['/console', 302],
])('D-50 %s is served only on the host of the console', async (path, found) => {
  for (const host of [CONSOLE, `${CONSOLE}:8443`, 'DESK.stampus.test']) expect(await status(host, path)).toBe(found)
  for (const host of [WEB, '127.0.0.1', `x.${CONSOLE}`]) expect(await status(host, path)).toBe(404)
})

test.each([
  ['/api/merchants', 200],
  ['/%61pi/merchants', 200],
  ['/api/openapi.json', 200],
  ['/api/wallet', 401],
])('D-50 %s is not served on the host of the console', async (path, found) => {
  for (const host of [WEB, '127.0.0.1:4000']) expect(await status(host, path)).toBe(found)
  expect(await status(CONSOLE, path)).toBe(404)
})

test.each([
  ['/healthz', 200],
  ['/readyz', 200],
  ['/files/receipts/one.webp', 403],
])('D-50 %s is served on both hosts', async (path, found) => {
  for (const host of [WEB, CONSOLE]) expect(await status(host, path)).toBe(found)
})

test('D-50 a page of one app is a neutral 404 on the host of the other', async () => {
  for (const [host, url] of [
    [CONSOLE, '/app/merchants'],
    [WEB, '/console/queue'],
    [CONSOLE, '/'],
  ]) {
    const answer = await server.app.inject({ url: url ?? '', headers: { host, accept: 'text/html' } })
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found.', errors: {} }])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
})

const forwarded = async (app: TestApp['app'], host: string, forwardedHost: string, remoteAddress = '127.0.0.1') => {
  const headers = { host, 'x-forwarded-host': forwardedHost }
  const found = await app.inject({ url: '/api/console/session', headers, remoteAddress })
  return found.statusCode
}

test('D-50 D-67 a client cannot choose the host with X-Forwarded-Host, even through a trusted proxy', async () => {
  const behind = await testApp({ CONSOLE_URL: `http://${CONSOLE}`, TRUSTED_PROXIES: '127.0.0.1' })
  for (const app of [server.app, behind.app]) {
    expect(await forwarded(app, WEB, CONSOLE)).toBe(404)
    expect(await forwarded(app, CONSOLE, WEB)).toBe(401)
  }
  await behind.close()
})

test('D-50 D-67 with PROXY_SETS_HOST, X-Forwarded-Host is used, but only from the trusted proxy', async () => {
  const behind = await testApp({
    CONSOLE_URL: `http://${CONSOLE}`,
    TRUSTED_PROXIES: '127.0.0.1',
    PROXY_SETS_HOST: 'x-forwarded-host',
  })
  expect(await forwarded(behind.app, 'replica-1:4000', CONSOLE)).toBe(401)
  expect(await forwarded(behind.app, CONSOLE, WEB)).toBe(404)
  expect(await forwarded(behind.app, WEB, CONSOLE, '203.0.113.9')).toBe(404)
  expect(await status(CONSOLE, '/api/console/session', behind.app)).toBe(401)
  await behind.close()
})

test('D-50 apps that share a host name are both served on it, whatever their ports', async () => {
  const shared = await testApp({ CONSOLE_URL: `http://${WEB}:8443` })
  for (const [path, found] of [
    ['/api/console/session', 401],
    ['/api/merchants', 200],
  ] as const) {
    expect(await status(WEB, path, shared.app)).toBe(found)
  }
  await shared.close()
})

test('R-4.01 the counter with its own host name answers only there, and there nothing else does', async () => {
  const COUNTER = 'counter.stampus.test'
  const three = await testApp({ CONSOLE_URL: `http://${CONSOLE}`, COUNTER_URL: `http://${COUNTER}` })
  const paths: Record<string, string> = {
    '/api/counter/owner/session': COUNTER,
    '/api/console/session': CONSOLE,
    '/api/wallet': WEB,
  }
  try {
    for (const [path, own] of Object.entries(paths))
      for (const host of [WEB, CONSOLE, COUNTER])
        expect([path, host, await status(host, path, three.app)]).toEqual([path, host, host === own ? 401 : 404])
    for (const host of [WEB, CONSOLE, COUNTER]) expect(await status(host, '/healthz', three.app)).toBe(200)
  } finally {
    await three.close()
  }
})

test('R-4.01 without a host name of its own the counter is on that of the web app, not of the console', async () => {
  const path = '/api/counter/owner/session'
  expect([await status(WEB, path), await status(CONSOLE, path)]).toEqual([401, 404])
})

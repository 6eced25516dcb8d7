import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { buildApp } from '../../../app.ts'
import type { Config } from '../../../config.ts'

const WEB = 'stampus.test'
const CONSOLE = 'desk.stampus.test'
const COUNTER = 'counter.stampus.test'
const FOR_OPERATORS = [CONSOLE]
const ALL = [WEB, CONSOLE, COUNTER]
const OPERATORS = '/api/console/session'
const APP = 'https://rewards.campus.edu.my'
const OTHER = 'https://evil.example'

const server = serverForTests({
  CONSOLE_URL: `http://${CONSOLE}`,
  COUNTER_URL: `http://${COUNTER}`,
  CORS_ORIGINS: `${APP}, http://127.0.0.1:5173`,
})

const status = async (host: string, url: string, headers = {}, app = server.app, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url, headers: { host, ...headers }, remoteAddress })).statusCode
/** Works with a server of the same data but other settings. */
async function withSettings(settings: Partial<Config>, work: (app: typeof server.app) => Promise<void>) {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, ...settings } })
  await work(app)
  await app.close()
}

test.each([
  [OPERATORS, FOR_OPERATORS, 401],
  ['/api/%63onsole/session', FOR_OPERATORS, 401],
  ['/console', FOR_OPERATORS, 302],
  ['/api/counter/owner/session', [COUNTER], 401],
  ['/api/wallet', [WEB, '127.0.0.1:4000'], 401],
  ['/api/merchants', [WEB], 200],
  ['/%61pi/merchants', [WEB], 200],
  ['/api/openapi.json', [WEB], 200],
  ['/healthz', ALL, 200],
  ['/readyz', ALL, 200],
  ['/files/receipts/one.webp', ALL, 403],
])('D-50 R-4.01 %s is served only on the host names %j', async (path, hosts, found) => {
  for (const host of [...ALL, ...hosts])
    expect([host, await status(host, path)]).toEqual([host, hosts.includes(host) ? found : 404])
  if (hosts === FOR_OPERATORS) {
    for (const host of [`${CONSOLE}:8443`, 'DESK.stampus.test']) expect(await status(host, path)).toBe(found)
    expect(await status(`x.${CONSOLE}`, path)).toBe(404)
  }
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

test('D-50 D-67 X-Forwarded-Host is used only with PROXY_SETS_HOST, and only from the trusted proxy', async () => {
  const behindProxy = { TRUSTED_PROXIES: ['127.0.0.1'] }
  const says = (host: string) => ({ 'x-forwarded-host': host })
  await withSettings(behindProxy, async (app) => {
    for (const one of [server.app, app]) {
      expect(await status(WEB, OPERATORS, says(CONSOLE), one)).toBe(404)
      expect(await status(CONSOLE, OPERATORS, says(WEB), one)).toBe(401)
    }
  })
  await withSettings({ ...behindProxy, PROXY_SETS_HOST: 'x-forwarded-host' }, async (app) => {
    expect(await status('replica-1:4000', OPERATORS, says(CONSOLE), app)).toBe(401)
    expect(await status(CONSOLE, OPERATORS, says(WEB), app)).toBe(404)
    expect(await status(WEB, OPERATORS, says(CONSOLE), app, '203.0.113.9')).toBe(404)
    expect(await status(CONSOLE, OPERATORS, {}, app)).toBe(401)
  })
})

test('D-50 R-4.01 apps that share a host name are both served on it, whatever their ports, and the counter shares that of the web app', async () => {
  await withSettings({ CONSOLE_URL: `http://${WEB}:8443`, COUNTER_URL: undefined }, async (app) => {
    expect([await status(WEB, OPERATORS, {}, app), await status(WEB, '/api/merchants', {}, app)]).toEqual([401, 200])
  })
  await withSettings({ COUNTER_URL: undefined }, async (app) => {
    const path = '/api/counter/owner/session'
    expect([await status(WEB, path, {}, app), await status(CONSOLE, path, {}, app)]).toEqual([401, 404])
  })
})

test('D-50 a request without a host name, as HTTP/1.0 allows, reaches the members’ app and no other', async () => {
  await withSettings({ COUNTER_URL: undefined }, async (app) => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const statusOf = (path: string) => text(connect(Number(port), '127.0.0.1').end(`GET ${path} HTTP/1.0\r\n\r\n`))
    expect(await statusOf('/api/merchants')).toMatch(/^HTTP\/1\.1 200/)
    expect(await statusOf(OPERATORS)).toMatch(/^HTTP\/1\.1 404/)
  })
})

/** The client address that the limits see, which is in the key of a counter. */
async function addressOf(TRUSTED_PROXIES: string[], remoteAddress: string, forwarded: string) {
  await server.sql('DELETE FROM rate_counters')
  await withSettings({ TRUSTED_PROXIES }, async (app) => {
    const headers = { host: WEB, 'x-forwarded-for': forwarded }
    const payload = { message: 'x', page: '/' }
    await app.inject({ method: 'POST', url: '/api/browser-faults', remoteAddress, headers, payload })
  })
  const { rows } = await server.sql("SELECT key FROM rate_counters WHERE key LIKE 'browser-fault|hour|%'")
  return rows.map(({ key }) => key.split('|').at(-1))
}

const [OURS, PROXY, CLIENT] = [['10.0.0.0/8'], '10.1.2.3', '203.0.113.9']

test.each([
  ['is ignored without TRUSTED_PROXIES, even from this machine', [], '127.0.0.1', CLIENT, '127.0.0.1'],
  ['from outside TRUSTED_PROXIES is ignored', OURS, CLIENT, '198.51.100.1', CLIENT],
  ['behind a trusted proxy is the client', OURS, PROXY, CLIENT, CLIENT],
  ['cannot be invented in front of one’s own', OURS, PROXY, `198.51.100.1, ${CLIENT}`, CLIENT],
  ['loses its port', OURS, PROXY, `${CLIENT}:50001`, CLIENT],
  ['of IPv6 loses its port', OURS, PROXY, '[2001:db8::9]:50001', '2001:db8:0:0'],
  ['loses its quotes', OURS, PROXY, '"[2001:db8::9]:50001"', '2001:db8:0:0'],
  ['behind a second proxy is the client', OURS, PROXY, `${CLIENT}:50001, 10.9.9.9:50002`, CLIENT],
])('D-67 a forwarded address %s', async (_title, trusted, remote, forwarded, seen) => {
  expect(await addressOf(trusted, remote, forwarded)).toEqual([seen])
})

const ask = async (url: string, origin?: string, app = server.app, host = WEB) =>
  (await app.inject({ url, headers: { host, ...(origin && { origin }) } })).headers

const preflight = (url: string, origin: string, app = server.app, host = WEB) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      host,
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key,x-language',
    },
  })

test('D-66 an allowed origin may read responses of members’ calls, errors too, and send token, idempotency key and language', async () => {
  for (const url of ['/api/merchants', '/api/merchants', '/api/wallet', '/api/nothing']) {
    const headers = await ask(url, APP)
    expect(headers, url).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
      vary: url === '/api/merchants' ? 'Origin, X-Language' : 'Origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  }
  const { statusCode, headers } = await preflight('/api/submissions', APP)
  expect([statusCode, headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key, X-Language',
      vary: 'Origin',
    },
  ])
})

test('D-66 another origin may read nothing, and caches separate responses by origin', async () => {
  for (const origin of [OTHER, `${APP}.evil.example`, 'http://rewards.campus.edu.my', 'null', undefined]) {
    const headers = await ask('/api/merchants', origin)
    expect(headers, origin).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary, origin).toBe('Origin, X-Language')
  }
  const answer = await preflight('/api/submissions', OTHER)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
})

test('D-66 D-50 no other origin may read console calls', async () => {
  for (const url of ['/api/console/session', '/api/%63onsole/session'])
    expect(await ask(url, APP, server.app, CONSOLE), url).not.toHaveProperty('access-control-allow-origin')
  expect((await preflight('/api/console/session', APP, server.app, CONSOLE)).statusCode).toBe(404)
})

test('D-66 pages of allowed origins may show pictures but nothing else', async () => {
  for (const url of ['/media/public/x.webp', '/files/receipts/x.webp'])
    expect((await ask(url))['cross-origin-resource-policy'], url).toBe('cross-origin')
  for (const url of ['/api/merchants', '/healthz'])
    expect((await ask(url))['cross-origin-resource-policy'], url).toBe('same-origin')
})

test('D-66 without CORS_ORIGINS no other origin is allowed', async () => {
  await withSettings({ CORS_ORIGINS: [] }, async (app) => {
    const headers = await ask('/api/merchants', APP, app)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary).toBe('X-Language')
    expect((await preflight('/api/submissions', APP, app)).statusCode).toBe(404)
    expect((await ask('/media/public/x.webp', APP, app))['cross-origin-resource-policy']).toBe('same-origin')
  })
})

test('S-3.04 D-35 every response has the security headers', async () => {
  await withSettings({ WEB_URL: `https://${WEB}` }, async (app) => {
    for (const url of ['/healthz', '/api/merchants', '/api/nothing'])
      expect(await ask(url, undefined, app)).toMatchObject({
        'content-security-policy':
          "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;connect-src 'self';font-src 'self';" +
          "worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
          'upgrade-insecure-requests',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-download-options': 'noopen',
        'x-frame-options': 'DENY',
        'x-permitted-cross-domain-policies': 'none',
        'x-xss-protection': '0',
      })
  })
})

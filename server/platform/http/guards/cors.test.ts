import { expect, test } from 'vitest'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { buildApp } from '../../../app.ts'

const APP = 'https://rewards.campus.edu.my'
const OTHER = 'https://evil.example'

const server = serverForTests({ CORS_ORIGINS: `${APP}, http://127.0.0.1:5173` })

const ask = async (url: string, origin?: string, app = server.app) =>
  (await app.inject({ url, headers: origin ? { origin } : {} })).headers

const preflight = (url: string, origin: string, app = server.app) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
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
    expect(await ask(url, APP), url).not.toHaveProperty('access-control-allow-origin')
  expect((await preflight('/api/console/session', APP)).statusCode).toBe(404)
})

test('D-66 pages of allowed origins may show pictures but nothing else', async () => {
  for (const url of ['/media/public/x.webp', '/files/receipts/x.webp'])
    expect((await ask(url))['cross-origin-resource-policy'], url).toBe('cross-origin')
  for (const url of ['/api/merchants', '/healthz'])
    expect((await ask(url))['cross-origin-resource-policy'], url).toBe('same-origin')
})

test('D-66 without CORS_ORIGINS no other origin is allowed', async () => {
  const closed = await buildApp({ ...server.deps, config: { ...server.deps.config, CORS_ORIGINS: [] } })
  const headers = await ask('/api/merchants', APP, closed)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers.vary).toBe('X-Language')
  expect((await preflight('/api/submissions', APP, closed)).statusCode).toBe(404)
  expect((await ask('/media/public/x.webp', APP, closed))['cross-origin-resource-policy']).toBe('same-origin')
  await closed.close()
})

test('S-3.04 D-35 every response has the security headers', async () => {
  const config = { ...server.deps.config, WEB_URL: 'https://stampus.test' }
  const app = await buildApp({ ...server.deps, config })
  for (const url of ['/healthz', '/api/merchants', '/api/nothing']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
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
  }
  await app.close()
})

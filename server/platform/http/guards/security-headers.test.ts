import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/server/app.ts'

test('S-3.04 D-35 every response has the security headers', async () => {
  const server = await testApp({ WEB_URL: 'https://stampus.test' })
  for (const url of ['/healthz', '/api/merchants', '/api/nothing']) {
    const { headers } = await server.app.inject(url)
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
  await server.close()
})

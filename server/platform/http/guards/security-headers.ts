import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'

const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // Switches off a browser filter that caused vulnerabilities itself.
  'x-xss-protection': '0',
}

export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const https = config.WEB_URL.startsWith('https:')
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources}`)
  const responseHeaders = {
    ...headers,
    'content-security-policy': [...directives, ...(https ? ['upgrade-insecure-requests'] : [])].join(';'),
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(responseHeaders)
    done()
  })
}

/** Headers of error responses sent before the hook above runs: they may load and show nothing. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

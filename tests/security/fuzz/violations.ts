import type { Endpoint } from '@stampus/contract/endpoint'
import * as z from 'zod/mini'
import { root } from '../../structure/tree.ts'

export type WireResponse = { status: number; type: string; text: string }

/** Internal details: stack traces, paths, database errors. The harness never sends any of these. */
const INTERNAL_DETAILS = [
  // In JSON, a line break is an escape.
  /(\\n|\n)\s+at .+:\d+/,
  /node_modules|node:internal|\.ts:\d+/,
  /syntax error at|violates [\w-]+ constraint|relation "|column "|invalid input syntax|pg_catalog|PGlite/i,
  /\bSELECT\b[^"]+\bFROM\b|\bINSERT INTO\b/,
  /ECONN|ENOENT|EACCES/,
]

const errorBody = z.looseObject({
  message: z.string().check(z.minLength(1)),
  errors: z.record(z.string(), z.array(z.string())),
})

/** What is wrong with a response; undefined where it follows the contract. */
export function findViolation(endpoint: Endpoint, response: WireResponse): string | undefined {
  const { status, type, text } = response
  if (INTERNAL_DETAILS.some((pattern) => pattern.test(text)) || text.includes(root)) return 'shows internal details'
  if (status >= 500) return 'is a server error'
  const body = type.startsWith('application/json') ? parsed(text) : undefined
  if (status >= 400) return z.safeParse(errorBody, body).success ? undefined : 'is an error in another format'
  if (status !== (endpoint.status ?? 200)) return 'has another status than the contract says'
  if (endpoint.answer._zod.def.type === 'unknown') return undefined
  return z.safeParse(endpoint.answer, parsed(text)).success ? undefined : 'has another body than the contract says'
}

/** What is wrong with the response to a raw request. No response, or a plain protocol error, is fine. */
export function findRawViolation(response: string): string | undefined {
  const answer = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n([\s\S]*)$/s.exec(response.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, ''))
  if (!answer) return response === '' ? undefined : `is no HTTP: ${response.slice(0, 200)}`
  const [, status = '', body = ''] = answer
  if (Number(status) >= 500) return `is a server error: ${response.slice(-200)}`
  if (Number(status) < 400 || /^(0\r\n\r\n)?$/.test(body)) return undefined
  // The not-found page of the app answers paths that are neither a call nor a file.
  if (status === '404' && body.includes('<div id="root">')) return undefined
  return /\{"message":"[^"]+","errors":\{.*\}\}/.test(body)
    ? undefined
    : `is an error in another format: ${response.slice(-200)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

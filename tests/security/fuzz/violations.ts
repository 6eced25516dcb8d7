import type { Endpoint } from '@stampus/contract/endpoint'
import * as z from 'zod/mini'
import { root } from '../../structure/tree.ts'
import type { WireResponse } from './wire.ts'

/** Internal details: stack traces, paths, database errors. The harness never sends any of these. */
const INTERNAL_DETAILS = [
  /\n\s+at .+:\d+/,
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
  const { status, text } = response
  if (INTERNAL_DETAILS.some((pattern) => pattern.test(text)) || text.includes(root)) return 'shows internal details'
  if (status >= 500) return 'is a server error'
  if (status >= 400) return isErrorBody(response) ? undefined : 'is an error in another format'
  if (status !== (endpoint.status ?? 200)) return 'has another status than the contract says'
  if (endpoint.answer._zod.def.type === 'unknown') return undefined
  return z.safeParse(endpoint.answer, parsed(response)).success ? undefined : 'has another body than the contract says'
}

function isErrorBody(response: WireResponse): boolean {
  return response.type.startsWith('application/json') && z.safeParse(errorBody, parsed(response)).success
}

function parsed({ text }: WireResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import type { FastifyRequest } from 'fastify'
import { invalid } from './http-error.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** The `Idempotency-Key` header, or a new key where it is missing. Throws 422. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']?.toString() ?? randomUUID()
  if (!KEY.test(key)) throw invalid('idempotency_key', texts.malformed)
  return key
}

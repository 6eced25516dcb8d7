import * as texts from '@stampus/contract/texts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { bareHeaders } from './security.ts'

const UNAVAILABLE_CODES = /^(08|53|57P|58|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection (is )?closed|canceling statement due to/i

/** One handler turns every fault into `{message, errors}`: refusals in words, all else logged and neutral. */
export function handleFaults(app: FastifyInstance): void {
  app.setErrorHandler((fault: FastifyError, request, reply) => send(refusalOf(fault, request), reply))
}

/** Answers for faults that arise before a route is found, such as a broken URL. */
export function frameworkFault(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(refusalOf(fault, request), reply.headers(bareHeaders))
}

function refusalOf(fault: FastifyError, request: FastifyRequest): Refusal {
  if (fault instanceof Refusal) return fault
  if (isUnavailable(fault)) {
    request.log.error({ err: fault }, 'database out of reach')
    return new Refusal(503, texts.unavailable, {}, { retryAfterSeconds: 2 })
  }
  const status = fault.statusCode ?? 500
  if (status >= 400 && status < 500) return new Refusal(status, messageFor(status))
  request.log.error({ err: fault }, 'request failed')
  return new Refusal(500, texts.serverFault)
}

/** A database that is away is never a 401, which would sign people out. */
function isUnavailable(fault: FastifyError): boolean {
  return UNAVAILABLE_CODES.test(fault.code ?? '') || UNAVAILABLE_MESSAGES.test(fault.message)
}

function messageFor(status: number): string {
  if (status === 404) return texts.notFound
  return status === 413 ? texts.tooLargeRequest : texts.malformed
}

function send(refusal: Refusal, reply: FastifyReply): void {
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  reply.header('cache-control', 'no-store').code(refusal.status).send(refusal.body)
}

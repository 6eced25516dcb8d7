import * as texts from '@stampus/contract/texts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequests, Unavailable } from '../errors.ts'
import { Cancelled } from '../workers/fair-queue.ts'
import { bareHeaders } from './guards/security-headers.ts'
import { HttpError, tooMany } from './http-error.ts'
import { logRequest } from './request-log.ts'

/** Also two transactions that waited for each other: one of them was undone, and succeeds when it is asked for again. */
const UNAVAILABLE_CODES = /^(08|40P01|53|57P|58|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOSPC|EDQUOT)/
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection (is )?closed|not queryable|canceling statement due to|no space left on device/i

/** One handler turns every fault into `{message, errors}`: refusals in words, all else logged and neutral. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((fault: FastifyError, request, reply) => send(refusalOf(fault, request), reply))
}

/** Answers for faults that arise before a route is found, such as a broken URL. */
export function handleFrameworkError(fault: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(refusalOf(fault, request), reply.headers({ ...bareHeaders, 'x-request-id': request.id }))
  logRequest(request, reply)
}

function refusalOf(fault: FastifyError, request: FastifyRequest): HttpError {
  if (fault instanceof HttpError || fault instanceof Unavailable) {
    if (fault.cause) request.log.error({ err: fault.cause }, 'rejected because of an error on our side')
    return fault instanceof HttpError ? fault : unavailable(fault.retryAfterSeconds)
  }
  if (fault instanceof TooManyRequests) return tooMany(fault.retryAfterSeconds)
  // The sender broke off or has gone: no connection of ours was reset.
  if (fault === request.raw.errored || fault instanceof Cancelled) return new HttpError(400, texts.malformed)
  if (isUnavailable(fault)) {
    request.log.error({ err: fault }, 'database out of reach or deadlocked, or disk full')
    return unavailable(2)
  }
  const status = fault.statusCode ?? 500
  if (status >= 400 && status < 500) return new HttpError(status, messageFor(status))
  request.log.error({ err: fault }, 'request failed')
  return new HttpError(500, texts.serverFault)
}

function unavailable(retryAfterSeconds: number): HttpError {
  return new HttpError(503, texts.unavailable, {}, { retryAfterSeconds })
}

/** A database that is away is never a 401, which would sign people out; neither it nor a full disk is the caller's fault. */
function isUnavailable(fault: FastifyError): boolean {
  // Where PostgreSQL listens on a socket in a folder, that file is gone with it.
  const isUnreached = 'syscall' in fault && fault.syscall === 'connect'
  return isUnreached || UNAVAILABLE_CODES.test(fault.code ?? '') || UNAVAILABLE_MESSAGES.test(fault.message)
}

function messageFor(status: number): string {
  if (status === 404) return texts.notFound
  return status === 413 ? texts.tooLargeRequest : texts.malformed
}

function send(refusal: HttpError, reply: FastifyReply): void {
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  reply.header('cache-control', 'no-store').code(refusal.status).send(refusal.body)
}

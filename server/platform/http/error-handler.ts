import { texts } from '@stampus/contract/texts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodeOf, TooManyRequests, Unavailable } from '../errors.ts'
import { Cancelled } from '../workers/fair-queue.ts'
import { bareHeaders } from './guards/security-headers.ts'
import { HttpError, tooMany } from './http-error.ts'
import { inLanguageOf } from './request-language.ts'
import { logRequest } from './request-log.ts'

/** Includes 25006, a read-only server, and 40P01, a deadlock: one of the two transactions can be repeated. */
const UNAVAILABLE_CODES = /^(08|25006|40P01|53|57P|58|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOSPC|EDQUOT)/
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection (is )?closed|not queryable|canceling statement due to|no space left on device/i

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(toHttpError(error, request), reply))
}

/** Handles errors raised before a route is found, such as an undecodable URL. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(toHttpError(error, request), reply.headers({ ...bareHeaders, 'x-request-id': request.id }))
  logRequest(request, reply)
}

function toHttpError(error: FastifyError, request: FastifyRequest): HttpError {
  // An error while the body arrives has lost the language of its request.
  return inLanguageOf(request.raw, () => httpErrorOf(error, request))
}

function httpErrorOf(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError || error instanceof Unavailable) {
    if (error.cause) request.log.error({ err: error.cause }, 'rejected because of an error on our side')
    return error instanceof HttpError ? error : unavailable(error.retryAfterSeconds)
  }
  if (error instanceof TooManyRequests) return tooMany(error.retryAfterSeconds)
  // The client disconnected. Its ECONNRESET must not count as an error of ours.
  if (error === request.raw.errored || error instanceof Cancelled) return new HttpError(400, texts.malformed)
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database out of reach or deadlocked, or disk full')
    return unavailable(2)
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new HttpError(status, messageFor(status))
  request.log.error({ err: error }, 'request failed')
  return new HttpError(500, texts.serverError)
}

const unavailable = (retryAfterSeconds: number): HttpError =>
  new HttpError(503, texts.unavailable, {}, { retryAfterSeconds })

/** An unreachable database or a full disk must never become a 401, which would sign members out. */
export function isUnavailable(error: Error): boolean {
  // A PostgreSQL server that listens on a socket file takes the file away when it stops: ENOENT.
  const isConnectError = 'syscall' in error && error.syscall === 'connect'
  return isConnectError || UNAVAILABLE_CODES.test(errorCodeOf(error) ?? '') || UNAVAILABLE_MESSAGES.test(error.message)
}

function messageFor(status: number): string {
  if (status === 404) return texts.notFound
  return status === 413 ? texts.tooLargeRequest : texts.malformed
}

function send(error: HttpError, reply: FastifyReply): void {
  if (error.retryAfterSeconds) reply.header('retry-after', String(error.retryAfterSeconds))
  reply.header('cache-control', 'no-store').code(error.status).send(error.body)
}

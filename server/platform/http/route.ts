import type { AnswerOf, Endpoint, Group, ParsedInputOf, Upload } from '@stampus/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { IncomingFiles } from '../storage/incoming-files.ts'
import { type Authenticators, authenticate, type CallerFor } from './authenticators.ts'
import { type Form, type FormFile, type Receiving, readForm } from './form.ts'
import { requireOwnOrigin } from './guards/cors.ts'
import type { Admissions } from './guards/upload-admission.ts'
import { HttpError } from './http-error.ts'
import type { ResponseCache } from './response-cache.ts'
import { cachedResponse } from './response-cache.ts'
import { streamLines } from './streamed-answer.ts'

/**
 * What a handler gets with its input: the caller, the uploaded file, and the HTTP exchange. If the answer goes in lines, `tell` sends one
 * before the last.
 */
export type Context<E extends Endpoint> = {
  caller: CallerFor<E['access']>
  file: FormFile | undefined
  request: FastifyRequest
  reply: FastifyReply
  tell: ((answer: AnswerOf<E>) => void) | undefined
}

export type Handler<E extends Endpoint> = (input: ParsedInputOf<E>, context: Context<E>) => Promise<AnswerOf<E>>

/** One handler for every call of a group: a missing or misspelt one does not compile. */
export type Handlers<G extends Group> = { [Name in keyof G]: Handler<G[Name]> }

/** What routeContext needs of its surroundings. */
export type RouteContext = {
  callers: Authenticators
  incoming: IncomingFiles
  consoleUrl: string | undefined
  responseCache: ResponseCache
  admissions: Admissions
}

/** Serves every call of a contract group with its handler. */
export function registerRoutes<G extends Group>(
  app: FastifyInstance,
  routeContext: RouteContext,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const name of Object.keys(group)) {
    const endpoint = group[name]
    const handler = handlers[name]
    if (endpoint && handler) app.route(routeOf(endpoint, handler as unknown as AnyHandler, routeContext))
  }
}

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>
type Caller = Awaited<ReturnType<typeof authenticate>>

function routeOf(endpoint: Endpoint, handler: AnyHandler, routeContext: RouteContext): RouteOptions {
  const callersByRequest = new WeakMap<FastifyRequest, Caller>()
  return {
    method: endpoint.method,
    url: endpoint.path,
    schema: { response: { [endpoint.status ?? 200]: answerSchema(endpoint) } },
    // Asked before the body is read, so that an anonymous upload ends early.
    onRequest: async (request) => {
      if (endpoint.path.startsWith('/console/')) requireOwnOrigin(request, routeContext.consoleUrl)
      callersByRequest.set(request, await authenticate(endpoint.access, routeContext.callers, request))
    },
    // A public call knows no caller, so that one answer fits all.
    ...(endpoint.access === 'public' && endpoint.method === 'GET' && cachedResponse(routeContext.responseCache)),
    handler: async (request, reply) => {
      const caller = callersByRequest.get(request)
      const lines = endpoint.lines && streamLines(request, reply)
      const answer = async (form?: Form) => {
        const input = readInput(endpoint, request, form)
        if (endpoint.access !== 'public') reply.header('cache-control', 'no-store')
        reply.code(endpoint.status ?? 200)
        return handler(input, { caller, file: form?.file, request, reply, tell: lines?.tell })
      }
      const answering = () => {
        if (!endpoint.upload || !caller) return answer()
        const holder = { kind: 'token' in caller ? ('member' as const) : ('operator' as const), id: caller.id }
        const admission = routeContext.admissions(endpoint.upload, holder, { request, reply })
        return withForm(request, endpoint.upload, { files: routeContext.incoming, admission }, answer)
      }
      return lines ? lines.end(answering()) : answering()
    },
  }
}

/** Answers with what a form holds; then its file goes, and the upload is over. */
async function withForm<T>(
  request: FastifyRequest,
  upload: Upload,
  receiving: Receiving,
  answer: (form: Form) => Promise<T>,
): Promise<T> {
  let form: Form | undefined
  let fault: unknown
  try {
    form = await readForm(request, upload, receiving)
    return await answer(form)
  } catch (error) {
    fault = error
    throw error
  } finally {
    try {
      await form?.file?.incoming.discard()
    } finally {
      // What went wrong first is what the sender should hear.
      await receiving.admission.end(fault).catch((err) => request.log.warn({ err }, 'an upload was not uncounted'))
    }
  }
}

function answerSchema(endpoint: Endpoint): unknown {
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint.answer, { io: 'output' })
  return schema
}

function readInput(endpoint: Endpoint, request: FastifyRequest, form: Form | undefined): unknown {
  const sent = form?.fields ?? (endpoint.method === 'GET' ? request.query : request.body)
  const read = z.safeParse(endpoint.input, { ...asObject(sent), ...asObject(request.params) })
  if (!read.success) throw refusalFor(read.error)
  return read.data
}

function asObject(given: unknown): object {
  return typeof given === 'object' && given !== null ? given : {}
}

/** Every faulty field with its texts; the message is the first of them (D-08). */
function refusalFor(error: z.core.$ZodError): HttpError {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'request')
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return new HttpError(422, error.issues[0]?.message ?? '', errors)
}

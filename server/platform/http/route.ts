import type { AnswerOf, Endpoint, Group, ParsedInputOf, Upload } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { IsInstant } from '../db/nested.ts'
import type { KeyedRequest } from '../repeats/repeats.service.ts'
import unrecorded from '../repeats/unrecorded.json' with { type: 'json' }
import type { IncomingFiles } from '../storage/incoming-files.ts'
import { type AnyPrincipal, type Authenticators, authenticate, type Principal } from './authenticators.ts'
import { type Form, type FormFile, type Receiving, readForm } from './form.ts'
import { requireOwnOrigin } from './guards/cors.ts'
import type { Admissions } from './guards/upload-admission.ts'
import { HttpError } from './http-error.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { cacheHooks, type ResponseCache } from './response-cache.ts'
import { streamLines } from './streamed-answer.ts'

/** `key` is the `Idempotency-Key` header, or a new one. `sendLine`, if the response is streamed as lines, sends one before the final one. */
type HandlerContext<E extends Endpoint> = Principal<E['access']> & {
  key: string
  file: FormFile | undefined
  request: FastifyRequest
  reply: FastifyReply
  sendLine: ((answer: AnswerOf<E>) => void) | undefined
}

type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  context: HandlerContext<E>,
) => Promise<Sendable<AnswerOf<E>>>

/** A Date may stand wherever the contract has an instant. */
type Sendable<T> = T extends string
  ? T | (IsInstant<T> extends true ? Date : never)
  : T extends object
    ? { [Name in keyof T]: Sendable<T[Name]> }
    : T

type Handlers<Calls> = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]?: Calls[Name] extends Endpoint
    ? Handler<Calls[Name]>
    : never
}

export type RouteContext = {
  authenticators: Authenticators
  incoming: IncomingFiles
  /** Console and counter sign in with a cookie, so their calls may come from no other origin. */
  urls: { web: string; console: string | undefined; counter: string | undefined }
  responseCache: ResponseCache
  admissions: Admissions
  repeatably: Repeatably
}

/** Handlers have the names of their calls. A test checks that no call of the contract is without a route. */
export function registerRoutes<Calls extends object>(
  app: FastifyInstance,
  routeContext: RouteContext,
  calls: Calls,
  handlers: Handlers<Calls>,
): void {
  for (const [name, handler] of Object.entries(handlers)) {
    const endpoint = (calls as Group)[name]
    if (!endpoint) throw new Error(`There is no call ${name} in the contract`)
    app.route(routeOf(endpoint, handler as AnyHandler, routeContext))
  }
}

export const routes =
  <Calls extends object, Needs>(calls: Calls, handlersOf: (deps: Needs) => Handlers<Calls>) =>
  (app: FastifyInstance, deps: Needs, routeContext: RouteContext): void =>
    registerRoutes(app, routeContext, calls, handlersOf(deps))

type Repeatably = <Result>(request: KeyedRequest, work: () => Promise<Result>) => Promise<Result>

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>

function routeOf(endpoint: Endpoint, handler: AnyHandler, routeContext: RouteContext): RouteOptions {
  const principals = new WeakMap<FastifyRequest, AnyPrincipal>()
  return {
    method: endpoint.method,
    url: endpoint.path,
    // Checks access before the body is read, so that an anonymous upload ends early.
    onRequest: async (request) => {
      const { web, console: consoleUrl, counter } = routeContext.urls
      if (endpoint.path.startsWith('/console/')) requireOwnOrigin(request, consoleUrl, web)
      if (endpoint.path.startsWith('/counter/')) requireOwnOrigin(request, counter, web)
      principals.set(request, await authenticate(endpoint.access, routeContext.authenticators, request))
    },
    // A public call does not depend on who sends it, so its response can be cached.
    ...(endpoint.access === 'public' && endpoint.method === 'GET' && cacheHooks(routeContext.responseCache)),
    handler: async (request, reply) => {
      const principal = principals.get(request) ?? {}
      const { member, operator } = principal
      const lines = endpoint.lines && streamLines(request, reply)
      const answer = async (form?: Form) => {
        const input = readInput(endpoint, request, form)
        if (endpoint.access !== 'public') reply.header('cache-control', 'no-store')
        reply.code(endpoint.status ?? 200)
        const key = idempotencyKeyOf(request)
        const context = { ...principal, key, file: form?.file, request, reply, sendLine: lines?.sendLine }
        const handle = () => handler(input, context)
        if (!isRepeatable(endpoint) || !request.headers['idempotency-key']) return handle()
        const sender = senderOf(principal)
        // Nobody is signed in: the key must be the secret of one browser.
        if (!sender && !RANDOM_KEY.test(key)) return handle()
        const sent = [endpoint.method, endpoint.path, input, form?.file?.incoming.sha256]
        return routeContext.repeatably({ sender, key, input: sent }, handle)
      }
      const run = () => {
        const holder = member
          ? { kind: 'member' as const, id: member.id }
          : operator && { kind: 'operator' as const, id: operator.id }
        if (!endpoint.upload || !holder) return answer()
        const admission = routeContext.admissions(endpoint.upload, holder, { request, reply })
        return withForm(request, endpoint.upload, { files: routeContext.incoming, admission }, answer)
      }
      return lines ? lines.end(run()) : serialize(endpoint, await run(), reply)
    },
  }
}

/** 128 bits in hexadecimal, with or without dashes. */
const RANDOM_KEY = /^[\da-f-]{32,}$/i
const unrecordedCalls = Object.values(unrecorded).flat()
const isRepeatable = ({ method, path, unkeyed }: Endpoint): boolean =>
  method !== 'GET' && !unkeyed && !unrecordedCalls.includes(`${method} ${path}`)

function senderOf(principal: AnyPrincipal): string | undefined {
  const [[kind, { id }] = ['', {}]] = Object.entries(principal) as [string, { id?: number }][]
  return id === undefined ? undefined : `${kind} ${id}`
}

async function withForm<T>(
  request: FastifyRequest,
  upload: Upload,
  receiving: Receiving,
  answer: (form: Form) => Promise<T>,
): Promise<T> {
  let form: Form | undefined
  let failure: unknown
  try {
    form = await readForm(request, upload, receiving)
    return await answer(form)
  } catch (error) {
    failure = error
    throw error
  } finally {
    try {
      await form?.file?.incoming.discard()
    } finally {
      // Must not hide the first error from the client.
      await receiving.admission
        .end(failure)
        .catch((err) => request.log.warn({ err }, 'the end of an upload was not recorded'))
    }
  }
}

type Serialize = (answer: object) => string

const serializers = new WeakMap<Endpoint, Serialize>()

/** JSON of what the contract declares. Compiled with the first answer: for all calls, a fifth of the start. */
function serialize(endpoint: Endpoint, answer: unknown, reply: FastifyReply): unknown {
  if (typeof answer !== 'object' || answer === null || reply.statusCode !== (endpoint.status ?? 200)) return answer
  let write = serializers.get(endpoint)
  if (!write) {
    const { $schema: _, ...schema } = z.toJSONSchema(endpoint.answer, { io: 'output' })
    write = reply.compileSerializationSchema(schema) as Serialize
    serializers.set(endpoint, write)
  }
  reply.type('application/json; charset=utf-8')
  return write({ ...answer })
}

function readInput(endpoint: Endpoint, request: FastifyRequest, form: Form | undefined): unknown {
  const given = form?.fields ?? (endpoint.method === 'GET' ? request.query : request.body)
  const sent = { ...asObject(given), ...asObject(request.params) }
  // For rules without a text of their own.
  const parsed = z.safeParse(endpoint.input, sent, { error: () => texts.invalidChoice })
  if (!parsed.success) throw validationError(parsed.error)
  return parsed.data
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

function validationError(error: z.core.$ZodError): HttpError {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'request')
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return new HttpError(422, error.issues[0]?.message ?? '', errors)
}

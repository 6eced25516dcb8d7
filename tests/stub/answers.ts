import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@stampus/contract/endpoint'
import { type CallInput, calls, type Handlers, HttpError } from './calls.ts'
import { findUser, handlersFor } from './handlers.ts'
import type { World } from './world.ts'

export type Answer = { status: number; type: string; body: string | Buffer }

/** The answer to a request below /api. An unknown call is a 404 in plain text. */
export async function answerTo(world: World, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  const name = nameOf(request.method, pathname.slice('/api'.length))
  const answer = name ? await answered(world, name, request, searchParams) : unknownCall
  world.asked.push(`${request.method} ${request.url} ${answer.status}`)
  return answer
}

const unknownCall: Answer = { status: 404, type: 'text/plain', body: 'Not Found' }

type Name = keyof typeof calls

function nameOf(method: string | undefined, path: string): Name | undefined {
  const names = Object.keys(calls) as Name[]
  return names.find((name) => calls[name].method === method && patternOf(calls[name]).test(path))
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/:([a-z]+)/g, '(?<$1>[^/]+)')}$`)
}

async function answered(world: World, name: Name, request: IncomingMessage, query: URLSearchParams): Promise<Answer> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { fields, file } = await bodyOf(request)
  const inPath = patternOf(calls[name]).exec((request.url ?? '').replace(/^\/api|\?.*$/g, ''))?.groups
  const asked = { token, file, fields: { ...Object.fromEntries(query), ...fields, ...inPath } }
  try {
    if (calls[name].access !== 'public') findUser(world, token)
    const handle: Handlers[Name] = handlersFor(world)[name]
    return inJson(200, handle(asked))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return inJson(error.status, { message: error.message, errors: error.errors })
  }
}

function inJson(status: number, answer: object | undefined): Answer {
  if (answer === undefined) return { status: 204, type: 'application/json', body: '' }
  return { status, type: 'application/json', body: JSON.stringify(answer) }
}

async function bodyOf(request: IncomingMessage): Promise<Pick<CallInput, 'fields' | 'file'>> {
  const body = Buffer.concat(await request.toArray())
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return { fields: JSON.parse(body.toString()), file: undefined }
  if (!type.startsWith('multipart/')) return { fields: {}, file: undefined }
  const parts = [...(await new Response(body, { headers: { 'content-type': type } }).formData())]
  const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string')
  return { fields: Object.fromEntries(texts), file: parts.map(([, part]) => part).find((part) => part instanceof File) }
}

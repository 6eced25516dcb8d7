import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join, sep } from 'node:path'
import * as accounts from '@stampus/contract/accounts'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import type { Endpoint } from '@stampus/contract/endpoint'
import * as merchants from '@stampus/contract/merchants'
import * as submissions from '@stampus/contract/submissions'
import { show as wallet } from '@stampus/contract/wallet'
import type * as z from 'zod/mini'
import { type Answer, copyOf, passOn, startHttpServer } from '../journeys/support/app-proxy.ts'
import { root } from '../structure/tree.ts'

/** The only calls that the bare server knows. */
const { login, register, verifyEmail, resendVerification, currentUser, updateProfile } = accounts
const ofAccounts = [login, register, verifyEmail, resendVerification, currentUser, updateProfile]
const ofMerchants = [merchants.list, merchants.show, merchants.showBySlug, announcements, deals]
const ofReceipts = [wallet, submissions.list, submissions.show, submissions.create]
const calls: Endpoint[] = [...ofAccounts, ...ofMerchants, ...ofReceipts]

export type World = {
  /** The received requests, such as `GET /api/user 200`. */
  asked: string[]
  /** The receipts on a page of the history. */
  pageSize: number
}

/**
 * Serves the built web app, and of the API of the real server at `url` the part that any server must have: only the required
 * calls and fields, no `meta`, no additions.
 */
export async function startBareServer(url: string, world: World) {
  const fileAt = builtPages()
  return startHttpServer(async (request) => {
    const { pathname } = new URL(request.url ?? '/', url)
    if (!pathname.startsWith('/api/')) return fileAt(pathname) ?? copyOf(await passOn(url + request.url, request))
    const answer = await answerTo(world, url, request)
    world.asked.push(`${request.method} ${request.url} ${answer.status}`)
    return answer
  })
}

async function answerTo({ pageSize }: World, server: string, request: IncomingMessage): Promise<Answer> {
  const url = new URL(server + request.url)
  const call = calls.find(({ method, path }) => {
    return method === request.method && new RegExp(`^/api${path.replace(/:[a-z]+/g, '[^/]+')}$`).test(url.pathname)
  })
  if (!call) return { status: 404, type: 'text/plain', body: 'Not Found' }
  if (call === submissions.list && !url.searchParams.has('limit')) url.searchParams.set('limit', String(pageSize))
  const response = await passOn(url.href, request)
  if (call === resendVerification && response.ok) return { status: 204, type: '', body: '' }
  const { message, errors, ...answer } = await response.json()
  const inJson = (body: unknown) => ({
    status: response.status,
    type: 'application/json',
    body: JSON.stringify(body),
  })
  if (!response.ok) return inJson({ message, errors })
  // Its session is optional, because a repeated use has none.
  if (call === verifyEmail) return inJson(answer)
  return inJson(withoutOptional(call.answer, answer))
}

/** A value without the fields that a server may leave out. */
function withoutOptional(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'nullable' && value !== null) return withoutOptional(def.innerType, value)
  if (def.type === 'array' && Array.isArray(value)) return value.map((row) => withoutOptional(def.element, row))
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return value
  const given = new Map<string, unknown>(Object.entries(value))
  const required = Object.entries(def.shape).filter(([, field]) => field._zod.optout === undefined)
  return Object.fromEntries(required.map(([name, field]) => [name, withoutOptional(field, given.get(name))]))
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** The built web app as a plain web server has it: its files, and its one page, without settings, for page URLs. */
function builtPages(): (path: string) => Answer | undefined {
  const dist = join(root, 'web', 'dist')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in types)
  const files = new Map(names.map((name) => [`/${name.replaceAll(sep, '/')}`, built(join(dist, name))]))
  const page = files.get('/index.html')
  return (path) => files.get(path) ?? (extname(path) === '' ? page : undefined)
}

/** Browsers cache built scripts and styles, as from any web server. */
function built(path: string): Answer {
  const cache = /\.(js|css)$/.test(path) ? 'max-age=3600' : ''
  return { status: 200, type: types[extname(path)] ?? '', body: readFileSync(path), cache }
}

import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { forbidden, notFound } from '../http/http-error.ts'
import { nextExpiry, signPath, verifyPath } from './signed-addresses.ts'
import { isKey, isPublicKey, type Storage } from './storage.ts'

const PURPOSE = 'picture'
const CONTENT_TYPES: Record<string, string> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** An address for operators, valid for 5 to 10 minutes and stable for up to 5 minutes. */
export const pictureUrl = (appKey: string, key: string, now: Date): string =>
  signPath(appKey, `/files/${key}`, { purpose: PURPOSE, expiresAt: nextExpiry(now) })

/** The URL stops working when the member is suspended. */
export function memberPictureUrl(appKey: string, key: string, { memberId, now }: { memberId: number; now: Date }) {
  const grant = { purpose: PURPOSE, expiresAt: nextExpiry(now), holder: String(memberId) }
  return signPath(appKey, `/files/${key}`, grant)
}

export const mediaUrl = (key: string): string => `/media/${key}`

type Deps = {
  storage: Storage
  config: { APP_KEY: string }
  now: () => Date
  /** False while suspended. */
  maySee: (memberId: number) => Promise<boolean>
}

/** `/files/<key>` is private: 403 without a valid signature. `/media/<key>` is public. */
export function filesRoutes(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { '*': string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    handler: async (request, reply) => {
      const key = request.params['*']
      const grant = { purpose: PURPOSE, query: request.query, now: deps.now() }
      if (!verifyPath(deps.config.APP_KEY, `/files/${key}`, grant)) throw forbidden()
      const { holder } = request.query
      if (holder !== undefined && !(await deps.maySee(Number(holder)))) throw forbidden()
      return sendFile(reply, await find(deps.storage, isKey, key), 'private, max-age=300')
    },
  })
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: async (request, reply) => {
      const file = await find(deps.storage, isPublicKey, request.params['*'])
      return sendFile(reply, file, 'public, max-age=31536000, immutable')
    },
  })
}

type Found = NonNullable<Awaited<ReturnType<Storage['openRead']>>> & { key: string }

async function find(storage: Storage, allowed: (key: string) => boolean, key: string): Promise<Found | undefined> {
  const file = allowed(key) ? await storage.openRead(key) : undefined
  return file && { ...file, key }
}

function sendFile(reply: FastifyReply, file: Found | undefined, cacheControl: string) {
  if (!file) throw notFound()
  reply.headers({
    'cache-control': cacheControl,
    'content-length': file.bytes,
    'content-type': CONTENT_TYPES[extname(file.key)] ?? 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  return reply.send(file.stream)
}

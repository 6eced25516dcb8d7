import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { root } from '../structure/tree.ts'
import { type Answer, answerTo } from './answers.ts'
import { newWorld, PICTURE, pictureFile, type World } from './world.ts'

export type BareServer = {
  url: string
  /** Resets all data for the next test. */
  reset: () => World
  end: () => Promise<void>
}

/** Serves the built web app and a minimal API: only the required calls and fields, no `meta`, no additions. */
export async function startBareServer(): Promise<BareServer> {
  let world = newWorld()
  const fileAt = builtPages()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stub')
    if (pathname.startsWith('/api/')) return send(response, await answerTo(world, request))
    const file = pathname === PICTURE ? pictureFile : fileAt(pathname)
    send(response, file ? { status: 200, ...file } : nothingHere)
  })
  const url = await listening(server)
  const reset = () => {
    world = newWorld()
    return world
  }
  return { url, reset, end: () => close(server) }
}

const nothingHere: Answer = { status: 404, type: 'text/plain', body: 'Not Found' }

function send(response: ServerResponse, { status, type, body }: Answer) {
  // Browsers cache built files, as from any web server.
  const cache = /script|css/.test(type) ? { 'cache-control': 'max-age=3600' } : {}
  response.writeHead(status, { 'content-type': type, ...cache }).end(body)
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return `http://127.0.0.1:${address.port}`
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

type BuiltFile = { type: string; body: Buffer }

/** The built web app as a plain web server has it: its files, and its one page, without settings, for page URLs. */
function builtPages(): (path: string) => BuiltFile | undefined {
  const dist = join(root, 'web', 'dist')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in types)
  const files = new Map(names.map((name) => [`/${name.replaceAll(sep, '/')}`, built(join(dist, name))]))
  const page = files.get('/index.html')
  return (path) => files.get(path) ?? (extname(path) === '' ? page : undefined)
}

function built(path: string): BuiltFile {
  return { type: types[extname(path)] ?? '', body: readFileSync(path) }
}

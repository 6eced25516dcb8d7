import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = { status: number; type: string; body: string | Buffer; cache?: string }

/** A server of a test, on a free port. Where no answer can be made, the connection breaks. */
export async function startHttpServer(answerTo: (request: IncomingMessage) => Promise<Answer>) {
  const server = createServer((request, response) => {
    void answerTo(request).then(
      ({ status, type, body, cache = '' }) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': cache }).end(body),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Passes a request on to the server at `url`. */
export async function passOn(url: string, request: IncomingMessage) {
  const { method = 'GET', headers } = request
  const kept = ['authorization', 'content-type', 'cookie', 'idempotency-key'].flatMap((name) =>
    headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
  )
  const body = Buffer.concat(await request.toArray())
  return fetch(url, { method, headers: kept, body: body.length > 0 ? body : null })
}

/** The answer of a server as it is, with a changed text where it is a page or a script. */
export async function copyOf(response: Response, change = (text: string) => text): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  const isText = /html|javascript/.test(type)
  const body = isText ? change(await response.text()) : Buffer.from(await response.arrayBuffer())
  return { status: response.status, type, body, cache: response.headers.get('cache-control') ?? '' }
}

/** A proxy in front of a server, which can pretend to have a new build of the web app. */
export async function startAppProxy(url: string) {
  let hasNewBuild = false
  const proxy = await startHttpServer(async (request) =>
    copyOf(await passOn(url + request.url, request), hasNewBuild ? withNewBuild : undefined),
  )
  const deployNewBuild = () => {
    hasNewBuild = true
  }
  return { ...proxy, deployNewBuild }
}

/** A new build has another name, and here another page. */
const withNewBuild = (text: string) =>
  text.replace('</head>', '<meta name="renewed" content="" /></head>').replace(/name:(.)\w{12}\1/, 'name:$1renewed$1')

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A proxy in front of a server. It can pretend to have a new build of the web app or other settings in its page, answer
 * that the server is down, answer late, or not at all.
 */
export async function startAppProxy(url: string) {
  const changes = { hasNewBuild: false, hasNewSettings: false }
  let away = false
  let silent = false
  let lateMs = 0
  const proxy = createServer((request, response) => {
    if (away) response.writeHead(502).end('Bad gateway')
    else if (!silent)
      void pause(lateMs)
        .then(() => forward(url, request, response, changes))
        .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    deployNewBuild: () => {
      changes.hasNewBuild = true
    },
    changeSettings: () => {
      changes.hasNewSettings = true
    },
    loseServer: () => {
      away = true
    },
    slowDown: (ms: number) => {
      lateMs = ms
    },
    stall: () => {
      silent = true
    },
    close: async () => {
      proxy.closeAllConnections()
      if (proxy.listening) await once(proxy.close(), 'close')
    },
  }
}

type Changes = { hasNewBuild: boolean; hasNewSettings: boolean }

async function forward(url: string, request: IncomingMessage, response: ServerResponse, changes: Changes) {
  const answer = await fetch(url + request.url, { method: request.method ?? 'GET' })
  const type = answer.headers.get('content-type') ?? ''
  const isText = /html|javascript/.test(type)
  const body = isText
    ? Buffer.from(withNewBuild(withNewSettings(await answer.text(), changes), changes))
    : Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, {
    'content-type': type,
    'cache-control': answer.headers.get('cache-control') ?? '',
  })
  response.end(body)
}

/** A new build has another name, and here another page. */
function withNewBuild(text: string, { hasNewBuild }: Changes) {
  if (!hasNewBuild) return text
  return text
    .replace('</head>', '<meta name="renewed" content="" /></head>')
    .replace(/name:(.)\w{12}\1/, 'name:$1renewed$1')
}

/** New settings change only the page. */
function withNewSettings(text: string, { hasNewSettings }: Changes) {
  return hasNewSettings ? text.replace('</head>', '<meta name="reset" content="" /></head>') : text
}

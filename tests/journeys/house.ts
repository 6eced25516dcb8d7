import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A house before a server, as a proxy is, that can pretend to a new build of the web app, or answer nothing more. */
export async function aHouseBefore(url: string) {
  let renewed = false
  let silent = false
  const house = createServer((request, response) => {
    if (!silent) void passOn(url, request, response, renewed).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(house, 'listening')
  return {
    url: `http://127.0.0.1:${(house.address() as AddressInfo).port}`,
    renew: () => {
      renewed = true
    },
    fallSilent: () => {
      silent = true
    },
    close: async () => {
      house.closeAllConnections()
      if (house.listening) await once(house.close(), 'close')
    },
  }
}

async function passOn(url: string, request: IncomingMessage, response: ServerResponse, renewed: boolean) {
  const answer = await fetch(url + request.url, { method: request.method ?? 'GET' })
  const type = answer.headers.get('content-type') ?? ''
  const isText = /html|javascript/.test(type)
  const body = isText ? Buffer.from(asRenewed(await answer.text(), renewed)) : Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, {
    'content-type': type,
    'cache-control': answer.headers.get('cache-control') ?? '',
  })
  response.end(body)
}

/** Another build has another name, and here another page. */
function asRenewed(text: string, renewed: boolean) {
  if (!renewed) return text
  return text
    .replace('</head>', '<meta name="renewed" content="" /></head>')
    .replace(/name:(.)\w{12}\1/, 'name:$1renewed$1')
}

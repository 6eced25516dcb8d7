import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of a server. It can pretend to have a new build of the web app or other settings in its page, answer
 * that the server is down, or stop answering.
 */
export async function aHouseBefore(url: string) {
  const pretence = { renewed: false, reset: false }
  let away = false
  let silent = false
  const environment = createServer((request, response) => {
    if (away) response.writeHead(502).end('Bad gateway')
    else if (!silent) void passOn(url, request, response, pretence).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(environment, 'listening')
  return {
    url: `http://127.0.0.1:${(environment.address() as AddressInfo).port}`,
    renew: () => {
      pretence.renewed = true
    },
    reset: () => {
      pretence.reset = true
    },
    loseServer: () => {
      away = true
    },
    fallSilent: () => {
      silent = true
    },
    close: async () => {
      environment.closeAllConnections()
      if (environment.listening) await once(environment.close(), 'close')
    },
  }
}

type Pretence = { renewed: boolean; reset: boolean }

async function passOn(url: string, request: IncomingMessage, response: ServerResponse, pretence: Pretence) {
  const answer = await fetch(url + request.url, { method: request.method ?? 'GET' })
  const type = answer.headers.get('content-type') ?? ''
  const isText = /html|javascript/.test(type)
  const body = isText
    ? Buffer.from(asRenewed(asReset(await answer.text(), pretence), pretence))
    : Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, {
    'content-type': type,
    'cache-control': answer.headers.get('cache-control') ?? '',
  })
  response.end(body)
}

/** A new build has another name, and here another page. */
function asRenewed(text: string, { renewed }: Pretence) {
  if (!renewed) return text
  return text
    .replace('</head>', '<meta name="renewed" content="" /></head>')
    .replace(/name:(.)\w{12}\1/, 'name:$1renewed$1')
}

/** Other settings change only the page. */
function asReset(text: string, { reset }: Pretence) {
  return reset ? text.replace('</head>', '<meta name="reset" content="" /></head>') : text
}

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a server, which can pretend to have a new build of the web app. */
export async function startAppProxy(url: string) {
  let hasNewBuild = false
  const proxy = createServer((request, response) => {
    const asked = { headers: { cookie: request.headers.cookie ?? '' } }
    void fetch(url + request.url, { method: request.method ?? 'GET', ...asked })
      .then((answer) => forward(answer, response, hasNewBuild))
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    deployNewBuild: () => {
      hasNewBuild = true
    },
    close: async () => {
      proxy.closeAllConnections()
      if (proxy.listening) await once(proxy.close(), 'close')
    },
  }
}

async function forward(answer: Response, response: ServerResponse, hasNewBuild: boolean) {
  const type = answer.headers.get('content-type') ?? ''
  const isText = /html|javascript/.test(type)
  const body = isText && hasNewBuild ? withNewBuild(await answer.text()) : Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, {
    'content-type': type,
    'cache-control': answer.headers.get('cache-control') ?? '',
  })
  response.end(body)
}

/** A new build has another name, and here another page. */
const withNewBuild = (text: string) =>
  text.replace('</head>', '<meta name="renewed" content="" /></head>').replace(/name:(.)\w{12}\1/, 'name:$1renewed$1')

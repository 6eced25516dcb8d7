import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { upload } from '@stampus/contract/console/pictures'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptForm } from '../../support/api/submissions.ts'
import { callApi } from '../../support/browser/api.ts'
import { full, printFigures } from '../profile.ts'
import { receiptFacts, type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'

/** All are open before the first is disconnected. */
const AT_ONCE = 50
const RAMP_MS = 1000
const DRIP_MS = 1000
const load = { each: 500, lastingMs: full ? 60_000 : 15_000 }
/** From its opening: the limits of the server, plus time for a slow machine. Node gives headers at least a minute. */
const cutWithinMs = ({ kind }: SlowClient) => (kind === 'headers' ? 55_000 : 120_000)
const PHONE_BYTES = full ? 10_400_000 : 1_000_000
/** 256 kbit/s, in four parts a second. */
const PART_BYTES = 8192
const PART_MS = 250
const UPLOAD =
  'content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n--x\r\ncontent-disposition: form-data; name="receipt_image"; filename="a.jpg"\r\n\r\n'

let server: SeededServer
beforeAll(async () => {
  server = await startSeededServer(2)
})
afterAll(() => server?.remove())

// Both tests mostly wait.
test.concurrent('slow headers, bodies, uploads and readers are disconnected, and other visitors are not affected', async () => {
  const pressing = openSlowClients(server.url, await uploadLargePicture(), load)
  const [{ opened, uncut }, { made, p99, problems }, phone] = await Promise.all([
    pressing,
    visitWhile(server.url, pressing),
    sendOverSlowLink(),
  ])
  printFigures('slow connections', { opened, visits: made, 'p99 ms': p99 })
  expect({ uncut, problems, phone }).toEqual({ uncut: [], problems: [], phone: 201 })
  expect(server.log()).not.toContain('"level":"error"')
})

test.concurrent('injected fault: a server with the default limits of Fastify and few connections is noticed', async () => {
  const bare = fastify()
  bare.get('/large', async () => 'x'.repeat(1_000_000))
  for (const path of ['/api/login', '/api/submissions']) bare.post(path, async () => 'never')
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })
  bare.server.maxConnections = 8
  const pressing = openSlowClients(url, '/large', { each: 2, lastingMs: 0 })
  const [{ uncut }, { problems }] = await Promise.all([pressing, visitWhile(url, pressing)])
  bare.server.closeAllConnections()
  await bare.close()
  expect(uncut.toSorted()).toEqual(['body', 'headers', 'reader', 'upload'])
  expect(problems).not.toEqual([])
})

/** A client that starts with `begin` and then sends or reads a little every second. */
type SlowClient = { kind: string; begin: string; drip: (socket: Socket) => void }

function slowClients(picture: string): SlowClient[] {
  const authorization = server.members[1]?.authorization
  return [
    { kind: 'headers', begin: 'GET / HTTP/1.1\r\nhost: x\r\n', drip: (socket) => socket.write('x-more: 1\r\n') },
    {
      kind: 'body',
      begin: 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{',
      drip: (socket) => socket.write(' '),
    },
    {
      kind: 'upload',
      begin: `POST /api/submissions HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${UPLOAD}`,
      drip: (socket) => socket.write('x'),
    },
    {
      kind: 'reader',
      begin: `GET ${picture} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(10),
      drip: (socket) => {
        socket.read(1)
        // A client that does not read notices the end only by writing.
        socket.write('\r\n')
      },
    },
  ]
}

/**
 * Opens `each` clients of each kind, and replaces a disconnected one while the load lasts. Returns the kinds that were not
 * disconnected in time.
 */
async function openSlowClients(url: string, picture: string, { each, lastingMs }: typeof load) {
  const clients = slowClients(picture)
  const uncut = new Set<string>()
  const until = performance.now() + lastingMs
  let [opened, open] = [0, 0]
  const begin = (client: SlowClient) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    const dripping = setInterval(() => client.drip(socket), DRIP_MS)
    const late = setTimeout(() => {
      uncut.add(client.kind)
      socket.destroy()
    }, cutWithinMs(client))
    opened += 1
    open += 1
    socket.once('close', () => {
      clearInterval(dripping)
      clearTimeout(late)
      open -= 1
      if (performance.now() < until) begin(client)
    })
    socket.write(client.begin)
  }
  for (let at = 0; at < each; at += 1) {
    if (at % AT_ONCE === 0) await pause(RAMP_MS)
    for (const client of clients) begin(client)
  }
  while (open > 0) await pause(100)
  return { opened, uncut: [...uncut] }
}

/** Sends a receipt over a slow mobile connection; returns the status. */
async function sendOverSlowLink(): Promise<number | undefined> {
  const picture = { bytes: await noisePicture(PHONE_BYTES), name: 'noise.png', type: 'image/png' }
  const form = new Response(receiptForm(receiptFacts(server), picture))
  const body = Buffer.from(await form.arrayBuffer())
  const type = form.headers.get('content-type') ?? ''
  const headers = { ...server.members[0], 'content-type': type, 'content-length': body.length }
  const sending = request(`${server.url}/api/submissions`, { method: 'POST', headers })
  const answered = once(sending, 'response')
  await pipeline(async function* () {
    for (let at = 0; at < body.length; at += PART_BYTES) {
      yield body.subarray(at, at + PART_BYTES)
      await pause(PART_MS)
    }
  }, sending)
  const [answer] = await answered
  return answer.resume().statusCode
}

/** Uploads a public picture that is too large for the buffers of a connection; returns its path. */
async function uploadLargePicture(): Promise<string> {
  const headers = { ...server.manager, 'sec-fetch-site': 'same-origin' }
  const picture = new File([new Uint8Array(await noisePicture(8_000_000))], 'noise.png', { type: 'image/png' })
  return (await callApi(server, upload, { kind: 'cover', picture }, headers)).data.url
}

/** A picture whose file has about so many bytes. */
function noisePicture(bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer()
}

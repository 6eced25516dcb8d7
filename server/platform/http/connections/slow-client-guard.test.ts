import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { texts } from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

const CHECK_MS = 5000
const BODY_BYTES = 100_000

let server: TestApp
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  server = await testApp()
  server.app.get('/large', async () => Buffer.alloc(30_000_000))
  server.app.get('/parts', async () => Readable.from(Array.from({ length: 500 }, () => Buffer.alloc(60_000))))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

test('D-66 no request can take forever', () => {
  const { requestTimeout, headersTimeout, timeout } = server.app.server
  expect([requestTimeout, headersTimeout, timeout]).toEqual([600_000, 15_000, 120_000])
  expect(server.app.server).toHaveProperty('connectionsCheckingInterval', CHECK_MS)
})

test('D-66 a client that sends one byte at a time is disconnected, one on a slow link is not', async () => {
  const [dripping, slow] = [await beginBody(), await beginBody()]
  pass(1)
  slow.client.write(' '.repeat(BODY_BYTES - 4))
  while (slow.atServer.bytesRead < BODY_BYTES) await turn()
  pass(4)
  const response = await dripping.received()
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ message: texts.tooSlow, errors: {} })
  slow.client.end(' }')
  expect(await slow.received()).toMatch(/^HTTP\/1\.1 422 /)
})

test('D-66 a client that does not read the response is disconnected', async () => {
  const { client, atServer } = await open()
  client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(server.app.server, 'request')
  while (!atServer.destroyed) {
    await turn()
    pass(1)
  }
  client.destroy()
})

test('D-66 a client that read fast before gets one minute more, and no longer', async () => {
  const { client, atServer } = await open()
  client.pause()
  client.write('GET /parts HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(server.app.server, 'request')
  while (atServer.writableLength === 0) await turn()
  pass(1)
  client.resume()
  while (client.bytesRead < 5_000_000) await turn()
  client.pause()
  for (let checks = 0; checks < 15; checks += 1) {
    await turn()
    pass(1)
  }
  expect(atServer.destroyed).toBe(true)
  client.destroy()
})

test('D-66 a client that keeps sending requests without reading is disconnected at once', async () => {
  const { client, atServer } = await open()
  client.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(11))
  await once(atServer, 'close')
  client.destroy()
})

test('D-66 an idle connection is closed even if it sends empty lines', async () => {
  const { client, atServer } = await open()
  client.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(client, 'data')
  while (!atServer.destroyed) {
    client.write('\r\n')
    await turn()
    pass(1)
  }
})

/** A body of which the first bytes are read. */
async function beginBody() {
  const { client, atServer } = await open()
  client.write(
    `POST /api/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n{ `,
  )
  const [request] = await once(server.app.server, 'request')
  while (!request.readableFlowing) await turn()
  return { client, atServer, received: () => text(client) }
}

async function open() {
  const arrived = once(server.app.server, 'connection')
  const client = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  const [atServer] = (await arrived) as [Socket]
  return { client, atServer }
}

function pass(checks: number): void {
  vi.advanceTimersByTime(checks * CHECK_MS)
}

import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { receiptForm } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const MB = 1024 * 1024
const TOO_LARGE = 'The file size cannot exceed 10MB.'
const PART =
  '--x\r\ncontent-disposition: form-data; name="receipt_image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
const fields = { merchant_id: 1, purchase_date: '2026-01-01', purchase_amount: '1.00', invoice_number: '1' }

const server = serverForTests()
let headers: Record<string, string>
let port: number
beforeAll(async () => {
  headers = await createMemberSession(server.deps, await createMember(server.deps))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

test.each([
  ['one byte', RECEIPT_MAX_BYTES + 1],
  ['4 MB', RECEIPT_MAX_BYTES + 4 * MB],
  ['30 MB', RECEIPT_MAX_BYTES + 30 * MB],
])('S-5.08 a client that sends %s too much can read the error', async (_what, bytes) => {
  const body = receiptForm(fields, { bytes: Buffer.alloc(bytes) })
  const answer = await fetch(`http://127.0.0.1:${port}/api/submissions`, { method: 'POST', headers, body })
  const { errors } = (await answer.json()) as { errors: object }
  expect([answer.status, errors]).toEqual([422, { receipt_image: [TOO_LARGE] }])
  expect(await readdir(join(server.deps.config.DATA_DIR, 'incoming'))).toEqual([])
})

test('S-5.08 an endless body gets an error response, then its connection is closed', async () => {
  const { answer, sentBytes } = await sendWithoutEnd(`authorization: ${headers.authorization}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 422 /)
  expect(answer).toContain(TOO_LARGE)
  expect(sentBytes).toBeGreaterThan(RECEIPT_MAX_BYTES)
  expect(await readdir(join(server.deps.config.DATA_DIR, 'incoming'))).toEqual([])
})

test('D-01 an anonymous upload is rejected before it is read, then its connection is closed', async () => {
  expect((await sendWithoutEnd('')).answer).toMatch(/^HTTP\/1\.1 401 /)
})

/** A chunked upload that continues until the server closes the connection. */
async function sendWithoutEnd(header: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  let sentBytes = 0
  socket.on('data', (part) => {
    answer += part.toString()
  })
  await once(socket, 'connect')
  const head = `host: x\r\n${header}content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked`
  socket.write(`POST /api/submissions HTTP/1.1\r\n${head}\r\n\r\n${PART.length.toString(16)}\r\n${PART}\r\n`)
  // A reset also ends the connection.
  const gone = new Promise((resolve) => socket.once('close', resolve))
  while (!socket.destroyed) {
    socket.write(`10000\r\n${'0'.repeat(65_536)}\r\n`)
    sentBytes += 65_536
    await pause(sentBytes > 20 * MB ? 50 : 1)
  }
  await gone
  return { answer, sentBytes }
}

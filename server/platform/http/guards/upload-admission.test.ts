import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import {
  createRandomPhoto,
  receiptFields,
  receiptForm,
  sendReceipt,
} from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { temporaryFolder } from '../../../../tests/support/server/temporary-folder.ts'
import { encodePicture, pictureLoad } from '../../images/pictures.ts'

const MB = 1024 * 1024
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
const TOO_LARGE = 'The file size cannot exceed 10MB.'
const PART =
  '--x\r\ncontent-disposition: form-data; name="receipt_image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'

let server: TestApp
beforeAll(async () => {
  server = await listening()
})
afterAll(() => server?.close())

test('S-5.08 S-7.09 of a member’s unfinished uploads 3 are on disk and each counts, and other members can upload', async () => {
  const [attacker, other] = [await createSignedInMember(server.deps), await createSignedInMember(server.deps)]
  await fillLimit(server, `uploads|${attacker.id}`, 52)
  const uploads = Array.from({ length: 8 }, () => begin(server, attacker))
  const refused = () => uploads.filter((upload) => upload.received().startsWith('HTTP/1.1 429 '))
  await expect.poll(() => refused().length).toBe(5)
  expect(refused()[0]?.received().toLowerCase()).toContain('\r\nretry-after: 5\r\n')
  await expect.poll(async () => (await onDisk(server)).length).toBe(3)
  expect(await sendOne(server, other)).toBe(201)
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(() => onDisk(server)).toEqual([])
  // The 61st of this hour is rejected before its picture is sent.
  const { socket, received } = begin(server, attacker)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 429 /)
  expect(await onDisk(server)).toEqual([])
  socket.destroy()
})

test('S-5.08 uploads for an OCR preview leave room for a receipt', async () => {
  const member = await createSignedInMember(server.deps)
  const uploads = [1, 2, 3].map(() => begin(server, member, '/api/readings'))
  await expect.poll(() => uploads.filter(({ received }) => received().startsWith('HTTP/1.1 429 ')).length).toBe(1)
  expect(await sendOne(server, member)).toBe(201)
  for (const { socket } of uploads) socket.destroy()
})

test('S-5.08 unfinished uploads of many members stay within the size limit of the folder', async () => {
  const own = await listening({ INCOMING_MAX_MB: '25' })
  const begun: ReturnType<typeof begin>[] = []
  for (let sender = 0; sender < 3; sender += 1) begun.push(begin(own, await createSignedInMember(own.deps)))
  await expect.poll(() => begun.filter(({ received }) => received().startsWith('HTTP/1.1 503 ')).length).toBe(1)
  const late = await createSignedInMember(own.deps)
  expect(await announce(own, late, 10 * MB)).toBe(503)
  expect(await used(own, late)).toBe(0)
  for (const { socket } of begun) socket.destroy()
  await expect.poll(() => announce(own, late, 1000)).not.toBe(503)
  expect(await sendOne(own, late)).toBe(201)
  await own.close()
})

test('S-7.09 an upload with invalid fields is refunded, a file that is no picture counts', async () => {
  const member = await createSignedInMember(server.deps)
  const { id } = await createMerchant(server.deps)
  const fields = receiptFields(server.deps, id)
  const send = async (given: object, bytes: Buffer) =>
    (await sendReceipt(server, member.headers, { ...fields, ...given }, { bytes })).statusCode
  expect(await send({ purchase_amount: 'much' }, await createRandomPhoto())).toBe(422)
  expect(await send({ purchase_date: '2001-01-01' }, await createRandomPhoto())).toBe(422)
  expect(await used(server, member)).toBe(0)
  expect(await send({}, Buffer.from('no picture'))).toBe(422)
  expect(await used(server, member)).toBe(1)
  expect(await send({}, await createRandomPhoto())).toBe(201)
  expect(await send({}, await createRandomPhoto())).toBe(422)
  expect(await used(server, member)).toBe(2)
})

test('an upload ends even if its folder cannot be removed', async () => {
  const own = await listening()
  const member = await createSignedInMember(own.deps)
  const { rm } = fs.promises
  const failing = vi.spyOn(fs.promises, 'rm').mockImplementation(async (...given) => {
    if (given[1]?.recursive) throw new Error('EIO')
    await rm(...given)
  })
  syncBuiltinESMExports()
  try {
    // A member may have three uploads under way.
    for (let upload = 0; upload < 3; upload += 1) expect(await sendOne(own, member)).toBe(500)
  } finally {
    failing.mockRestore()
    syncBuiltinESMExports()
  }
  expect(await onDisk(own)).toHaveLength(3)
  expect(await sendOne(own, member)).toBe(201)
  await own.close()
})

test('D-01 a signed-out or unverified member never gets a byte onto the disk', async () => {
  const nobody = { headers: { authorization: 'Bearer none-of-ours-0000000000' } }
  const waiting = await createSignedInMember(server.deps, { verified: false })
  const uploads = [nobody, waiting].map((uploader) => begin(server, uploader))
  await expect.poll(() => uploads.map(({ received }) => received().slice(9, 12))).toEqual(['401', '403'])
  expect(await onDisk(server)).toEqual([])
  for (const { socket } of uploads) socket.destroy()
})

test('S-5.08 a client that sends one byte or 30 MB too much can read the error', async () => {
  const { headers } = await createSignedInMember(server.deps)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  for (const bytes of [RECEIPT_MAX_BYTES + 1, RECEIPT_MAX_BYTES + 30 * MB]) {
    const body = receiptForm(fields, { bytes: Buffer.alloc(bytes) })
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}/api/submissions`, { method: 'POST', headers, body })
    const { errors } = (await answer.json()) as { errors: object }
    expect([answer.status, errors]).toEqual([422, { receipt_image: [TOO_LARGE] }])
  }
  expect(await onDisk(server)).toEqual([])
})

test('S-5.08 an endless body gets an error response, then its connection is closed', async () => {
  const { socket, received } = beginUpload(
    server,
    await createSignedInMember(server.deps),
    'transfer-encoding: chunked',
  )
  // A reset also ends the connection.
  const gone = new Promise((resolve) => socket.once('close', resolve))
  let sentBytes = 0
  socket.write(`${PART.length.toString(16)}\r\n${PART}\r\n`)
  while (!socket.destroyed) {
    socket.write(`10000\r\n${'0'.repeat(65_536)}\r\n`)
    sentBytes += 65_536
    await pause(sentBytes > 20 * MB ? 50 : 1)
  }
  await gone
  expect(received()).toMatch(/^HTTP\/1\.1 422 /)
  expect(received()).toContain(TOO_LARGE)
  expect(sentBytes).toBeGreaterThan(RECEIPT_MAX_BYTES)
  expect(await onDisk(server)).toEqual([])
})

test('D-43 a member has two pictures in the queue, and a rejected third one counts', async () => {
  const gates = await holdLine()
  const crowd = await createSignedInMember(server.deps)
  const sent: Promise<number>[] = []
  for (const waiting of [1, 2]) {
    sent.push(sendOne(server, crowd))
    await expect.poll(() => pictureLoad().waiting).toBe(waiting)
  }
  expect(await sendOne(server, crowd)).toBe(429)
  await Promise.all(gates.map((gate) => gate.open()))
  expect(await Promise.all(sent)).toEqual([201, 201])
  expect(await used(server, crowd)).toBe(3)
})

test('D-43 an upload whose client has gone leaves the queue', async () => {
  const gates = await holdLine()
  const member = await createSignedInMember(server.deps)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  const leaving = new AbortController()
  const [body, { headers, id }] = [receiptForm(fields, { bytes: await createRandomPhoto() }), member]
  const options = { method: 'POST', headers, body, signal: leaving.signal }
  const sent = fetch(`http://127.0.0.1:${portOf(server)}/api/submissions`, options).catch(() => {})
  await expect.poll(() => pictureLoad().waiting).toBe(1)
  leaving.abort()
  await sent
  // Before the longest wait in the queue.
  await expect.poll(() => pictureLoad().waiting, { timeout: 20_000 }).toBe(0)
  await Promise.all(gates.map((gate) => gate.open()))
  expect((await server.sql('SELECT FROM submissions WHERE user_id = $1', [id])).rowCount).toBe(0)
})

type Gate = { open: () => Promise<void> }

/** Occupies every running slot of the queue. */
async function holdLine(): Promise<Gate[]> {
  const gates: Gate[] = []
  while (gates.length < AT_ONCE) gates.push(await createGate())
  await expect.poll(() => pictureLoad()).toEqual({ running: AT_ONCE, waiting: 0 })
  return gates
}

/** A picture whose decoding lasts until the gate is opened. */
async function createGate(): Promise<Gate> {
  const pipe = join(await temporaryFolder(), 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  const held = encodePicture(pipe, 'receipt').catch(() => {})
  return {
    open: async () => {
      await (await open(pipe, 'w')).close()
      await held
    },
  }
}

async function listening(settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp(settings)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port

type Uploader = Pick<SignedInMember, 'headers'>

/** A connection that has sent the head of an upload. `received` is what came back. */
function beginUpload(at: TestApp, { headers }: Uploader, size: string, path = '/api/submissions') {
  const socket = connect(portOf(at), '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (part) => {
    answer += part.toString()
  })
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: ${headers.authorization}`]
  lines.push('content-type: multipart/form-data; boundary=x', size)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return { socket, received: () => answer }
}

/** An upload of 10 MB of which half a megabyte comes. */
function begin(at: TestApp, uploader: Uploader, path?: string) {
  const upload = beginUpload(at, uploader, `content-length: ${10 * MB}`, path)
  upload.socket.write(PART + '0'.repeat(MB / 2))
  return upload
}

/** What is answered before the body of this length is sent; 100 where it may be sent. */
async function announce(at: TestApp, uploader: Uploader, length: number): Promise<number> {
  const { socket } = beginUpload(at, uploader, `content-length: ${length}`)
  socket.write(`--x--\r\n${' '.repeat(length < MB ? length - 7 : 0)}`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(String(answer).slice(9, 12))
}

async function sendOne(at: TestApp, { headers }: Uploader): Promise<number> {
  const fields = receiptFields(at.deps, (await createMerchant(at.deps)).id)
  return (await sendReceipt(at, headers, fields, { bytes: await createRandomPhoto() })).statusCode
}

async function used(at: TestApp, { id }: SignedInMember): Promise<number> {
  const { rows } = await at.sql('SELECT hits FROM rate_counters WHERE key = $1', [`uploads|${id}`])
  return rows[0]?.hits ?? 0
}

async function onDisk({ deps }: TestApp): Promise<string[]> {
  return readdir(join(deps.config.DATA_DIR, 'incoming'))
}

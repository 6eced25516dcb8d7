import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  type SignedInMember,
} from '../../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  createRandomPhoto,
  receiptFields,
  receiptForm,
  sendReceipt,
} from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import type { Incoming } from '../../storage/incoming-files.ts'

const MB = 1024 * 1024
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
  await use(attacker, 52)
  const uploads = await Promise.all(Array.from({ length: 8 }, () => begin(server, attacker)))
  const refused = () => uploads.filter((upload) => upload.received().startsWith('HTTP/1.1 429 '))
  await expect.poll(() => refused().length).toBe(5)
  expect(refused()[0]?.received().toLowerCase()).toContain('\r\nretry-after: 5\r\n')
  await expect.poll(async () => (await onDisk(server)).length).toBe(3)
  expect(await sendOne(server, other)).toBe(201)
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(() => onDisk(server)).toEqual([])
  // The 61st of this hour is rejected before its picture is sent.
  const { socket, received } = await begin(server, attacker)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 429 /)
  expect(await onDisk(server)).toEqual([])
  socket.destroy()
})

test('S-5.08 uploads for an OCR preview leave room for a receipt', async () => {
  const member = await createSignedInMember(server.deps)
  const uploads = await Promise.all([1, 2, 3].map(() => begin(server, member, '/api/readings')))
  await expect.poll(() => uploads.filter(({ received }) => received().startsWith('HTTP/1.1 429 ')).length).toBe(1)
  expect(await sendOne(server, member)).toBe(201)
  for (const { socket } of uploads) socket.destroy()
})

test('S-5.08 unfinished uploads of many members stay within the size limit of the folder', async () => {
  const own = await listening({ INCOMING_MAX_MB: '25' })
  const begun: Awaited<ReturnType<typeof begin>>[] = []
  for (let sender = 0; sender < 3; sender += 1) begun.push(await begin(own, await createSignedInMember(own.deps)))
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

test('S-5.08 an upload ends even if its file cannot be removed', async () => {
  const own = await listening()
  const member = await createSignedInMember(own.deps)
  const { receive } = own.deps.incoming
  const left: Incoming[] = []
  // A disk that fails.
  own.deps.incoming.receive = async (...given) => {
    const incoming = await receive(...given)
    left.push(incoming)
    return { ...incoming, discard: () => Promise.reject(new Error('EIO')) }
  }
  for (let upload = 0; upload < 2; upload += 1) expect(await sendOne(own, member)).toBe(500)
  own.deps.incoming.receive = receive
  expect(await sendOne(own, member)).toBe(201)
  for (const incoming of left) await incoming.discard()
  await own.close()
})

test('D-01 a signed-out or unverified member never gets a byte onto the disk', async () => {
  const waiting = await createMember(server.deps, { verified: false })
  const headers = await createMemberSession(server.deps, waiting)
  const uploads = [
    await begin(server, { headers: { authorization: 'Bearer none-of-ours-0000000000' } }),
    await begin(server, { headers }),
  ]
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
  const { answer, sentBytes } = await sendWithoutEnd(await createSignedInMember(server.deps))
  expect(answer).toMatch(/^HTTP\/1\.1 422 /)
  expect(answer).toContain(TOO_LARGE)
  expect(sentBytes).toBeGreaterThan(RECEIPT_MAX_BYTES)
  expect(await onDisk(server)).toEqual([])
})

async function listening(settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp(settings)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port

type Uploader = Pick<SignedInMember, 'headers'>

/** An upload of 10 MB of which half a megabyte comes. */
async function begin(at: TestApp, { headers }: Uploader, path = '/api/submissions') {
  const socket = connect(portOf(at), '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (part) => {
    answer += part.toString()
  })
  await once(socket, 'connect')
  const length = 10 * MB
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: ${headers.authorization}`]
  lines.push('content-type: multipart/form-data; boundary=x', `content-length: ${length}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${PART}${'0'.repeat(MB / 2)}`)
  return { socket, received: () => answer } satisfies { socket: Socket; received: () => string }
}

/** What is answered before the body of this length is sent; 100 where it may be sent. */
async function announce(at: TestApp, { headers }: Uploader, length: number): Promise<number> {
  const socket = connect(portOf(at), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const lines = ['POST /api/submissions HTTP/1.1', 'host: x', `authorization: ${headers.authorization}`]
  lines.push('content-type: multipart/form-data; boundary=x', `content-length: ${length}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n--x--\r\n${' '.repeat(length < MB ? length - 7 : 0)}`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(String(answer).slice(9, 12))
}

async function sendOne(at: TestApp, { headers }: Uploader): Promise<number> {
  const fields = receiptFields(at.deps, (await createMerchant(at.deps)).id)
  return (await sendReceipt(at, headers, fields, { bytes: await createRandomPhoto() })).statusCode
}

async function use(member: SignedInMember, hits: number): Promise<void> {
  await server.deps.db.pool.query({
    text: 'INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, $2, $3)',
    values: [`uploads|${member.id}`, hits, new Date(server.deps.now().getTime() + 60_000)],
  })
}

async function used(at: TestApp, member: SignedInMember): Promise<number> {
  const { rows } = await at.deps.db.pool.query<{ hits: number }>({
    text: 'SELECT hits FROM rate_counters WHERE key = $1',
    values: [`uploads|${member.id}`],
  })
  return rows[0]?.hits ?? 0
}

async function onDisk({ deps }: TestApp): Promise<number[]> {
  const folder = join(deps.config.DATA_DIR, 'incoming')
  const sizes = (await readdir(folder)).map((name) => stat(join(folder, name, 'original')).catch(() => ({ size: 0 })))
  return (await Promise.all(sizes)).map(({ size }) => size)
}

/** A chunked upload that continues until the server closes the connection. */
async function sendWithoutEnd({ headers }: Uploader) {
  const socket = connect(portOf(server), '127.0.0.1').on('error', () => {})
  let answer = ''
  let sentBytes = 0
  socket.on('data', (part) => {
    answer += part.toString()
  })
  await once(socket, 'connect')
  const lines = ['POST /api/submissions HTTP/1.1', 'host: x', `authorization: ${headers.authorization}`]
  lines.push('content-type: multipart/form-data; boundary=x', 'transfer-encoding: chunked')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${PART.length.toString(16)}\r\n${PART}\r\n`)
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

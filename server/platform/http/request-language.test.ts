import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, receiptForm } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const MALAY = { 'x-language': 'ms' }

const server = serverForTests()
let address: string
let port: number
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}/api`
})

type Answer = { status: number; message?: string; errors?: Record<string, string[]>; data?: { id: number } }

async function call(path: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address + path, options)
  return { status: answer.status, ...((await answer.json()) as object) }
}

test.each(['en', 'MS', 'ms-MY', 'ms, en', ''])('D-100 X-Language: %j is answered in English', async (language) => {
  expect((await call('/nothing', { headers: { 'x-language': language } })).message).toBe('Not found.')
})

test('D-100 each request of a connection is answered in its own language', async () => {
  const socket = connect(port, '127.0.0.1')
  const requests = Array.from({ length: 20 }, (_, at) =>
    at % 3 === 0
      ? 'GET /api/nothing HTTP/1.1\r\nhost: x\r\nx-language: ms\r\n\r\n'
      : 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  socket.write(requests.join(''))
  socket.end('GET /api/wallet HTTP/1.1\r\nhost: x\r\nx-language: ms\r\nconnection: close\r\n\r\n')
  const messages = [...(await text(socket)).matchAll(/"message":"([^"]*)"/g)].map(([, message]) => message)
  expect(messages).toEqual([
    ...requests.map((_, at) => (at % 3 === 0 ? 'Tidak dijumpai.' : 'Email is required')),
    'Sila log masuk untuk meneruskan.',
  ])
})

test('D-100 a body that arrives late and in parts is answered in the language of its request', async () => {
  const { headers } = await createSignedInMember(server.deps)
  const socket = connect(port, '127.0.0.1')
  const answers = text(socket)
  const request = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n'
  const parts = [`${request}\r\n`, '{', '}', `${request}x-language: ms\r\nconnection: close\r\n\r\n`, '{', '}']
  for (const part of parts) {
    socket.write(part)
    await pause(50)
  }
  expect([...(await answers).matchAll(/"email":\["([^"]*)"\]/g)].map(([, message]) => message)).toEqual([
    'Email is required',
    'Sila masukkan e-mel',
  ])
  // Without its length, a file is rejected only when it has become too large.
  const form = new Response(receiptForm({ merchant_id: 1 }, { bytes: Buffer.alloc(16 * 1024 * 1024) }))
  const contentType = form.headers.get('content-type') ?? ''
  const sent = { ...headers, ...MALAY, 'content-type': contentType }
  const upload = { method: 'POST', headers: sent, body: form.body, duplex: 'half' } as const
  expect(await call('/submissions', upload)).toMatchObject({ message: 'Saiz fail tidak boleh melebihi 10MB.' })
})

test('D-100 100 requests at once in both languages are answered each in its own', async () => {
  // Each member may have three uploads under way.
  const members: Record<string, string>[] = []
  for (let at = 0; at < 20; at += 1) members.push((await createSignedInMember(server.deps)).headers)
  const upload = () => ({ method: 'POST', body: receiptForm({ invoice_number: '' }, { bytes: Buffer.alloc(70_000) }) })
  type Probe = [path: string, options: () => RequestInit, english: string, malay: string]
  const calls: Probe[] = [
    ['/nothing', () => ({}), 'Not found.', 'Tidak dijumpai.'],
    ['/merchants/999999', () => ({}), 'Merchant Not Found', 'Peniaga Tidak Dijumpai'],
    ['/submissions/999999', () => ({}), 'Not found.', 'Tidak dijumpai.'],
    ['/submissions', upload, 'Please choose a merchant.', 'Sila pilih peniaga.'],
    ['/user/profile', upload, 'Name is required', 'Sila masukkan nama'],
  ]
  const answers = Array.from({ length: 100 }, async (_, at) => {
    const [path, options, english, malay] = calls[at % 5] as Probe
    const isMalay = at % 3 === 0
    const headers = { ...members[Math.floor(at / 5)], ...(isMalay && MALAY) }
    const { message } = await call(path, { ...options(), headers })
    return [message, isMalay ? malay : english]
  })
  for (const [given, expected] of await Promise.all(answers)) expect(given).toBe(expected)
})

test('D-100 too many requests are answered in the language of the one that is rejected', async () => {
  const report = (language: object = {}) =>
    call('/browser-faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...language },
      body: JSON.stringify({ message: 'Broken', page: '/' }),
    })
  for (let at = 0; at < 10; at += 1) await report()
  expect(await report()).toMatchObject({
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
  })
  expect(await report(MALAY)).toMatchObject({
    status: 429,
    message: 'Terlalu banyak percubaan. Sila tunggu sebentar dan cuba lagi.',
  })
})

test('S-7.09 D-100 a repeat of a submission is answered in its own language, not in that of the first', async () => {
  const { headers } = await createSignedInMember(server.deps)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  const bytes = await createRandomPhoto()
  const send = (key: string, given: object, language: object = {}) =>
    call('/submissions', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key, ...language },
      body: receiptForm({ ...fields, ...given }, { bytes }),
    })
  const future = { purchase_date: '2199-01-01' }
  expect(await send('a', future)).toMatchObject({ message: 'The purchase date cannot be in the future.' })
  expect(await send('a', future, MALAY)).toMatchObject({ message: 'Tarikh pembelian tidak boleh pada masa hadapan.' })
  const first = await send('b', {}, MALAY)
  expect(first.status).toBe(201)
  expect((await send('b', {})).data?.id).toBe(first.data?.id)
  expect(await send('c', {}, MALAY)).toMatchObject({ message: 'Anda sudah menghantar resit ini.' })
  expect(await send('c', {})).toMatchObject({ message: 'You have already sent this receipt.' })
  const other = { purchase_amount: '99.00' }
  expect(await send('b', other, MALAY)).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^Permintaan ini sudah dihantar/),
  })
  expect(await send('b', other)).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^You've already sent this/),
  })
})

test('D-34 D-100 cached answers are the same in both languages and list X-Language in Vary, and errors are not cached', async () => {
  for (const path of ['/merchants', '/advertisements', '/announcements', '/merchants']) {
    const english = await fetch(address + path)
    const malay = await fetch(address + path, { headers: MALAY })
    expect(malay.status).toBe(200)
    expect([await malay.text(), malay.headers.get('etag')]).toEqual([await english.text(), english.headers.get('etag')])
    for (const { headers } of [english, malay]) expect(headers.get('vary')).toContain('X-Language')
  }
  const missing = await fetch(`${address}/merchants/999999`, { headers: MALAY })
  expect(missing.headers.get('cache-control')).toBe('no-store')
  expect((await call('/merchants/999999')).message).toBe('Merchant Not Found')
})

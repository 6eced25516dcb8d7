import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { createOperator, createOperatorSession, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { createRandomPhoto, receiptFields, receiptForm } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

type Headers = Record<string, string>
type Call = RequestInit & { path: string; headers?: Headers }
/** A text in English and in Malay. */
type Text = [english: string, malay: string]

const MB = 1024 * 1024
const MALAY = { 'x-language': 'ms' }

const server = serverForTests()
let address: string
let port: number
let suspended: Headers
let own: Headers
let manager: Headers

beforeAll(async () => {
  const { deps, app } = server
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}/api`
  suspended = (await createSignedInMember(deps, { suspended: true })).headers
  own = (await createSignedInMember(deps)).headers
  manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
  await fillLimit(server, 'browser-fault|hour|127.0.0.1', 100)
  // The account's language chooses its mails, never an answer.
  expect((await answerTo(json('/user/language', { language: 'ms' }, own, 'PUT'))).status).toBe(200)
})

const get = (path: string, headers: Headers = {}): Call => ({ path, headers })
const json = (path: string, body: unknown, headers: Headers = {}, method = 'POST'): Call => ({
  path,
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const receipt = (
  fields: Parameters<typeof receiptForm>[0],
  bytes: Buffer = Buffer.of(0xff, 0xd8, 0xff),
  headers = own,
): Call => ({
  path: '/submissions',
  method: 'POST',
  headers,
  body: receiptForm(fields, { bytes }),
})

type Answer = { status: number; message?: string; errors?: Record<string, string[]>; data?: { id: number } }

async function answerTo({ path, headers, ...call }: Call, language: Headers = {}): Promise<Answer> {
  const answer = await fetch(address + path, { ...call, headers: { ...headers, ...language } })
  return { status: answer.status, ...((await answer.json()) as object) }
}

const unreadable: Text = ['The request could not be read.', 'Data yang dihantar tidak dapat dibaca.']

/** Errors that different parts of the server make; those of a form are under their fields. */
test.each<[status: number, errors: Text | Record<string, Text>, call: () => Call]>([
  [
    422,
    {
      name: ['Name is required', 'Sila masukkan nama'],
      email: ['Email is required', 'Sila masukkan e-mel'],
      password: ['Password is required', 'Sila masukkan kata laluan'],
      password_confirmation: ['Passwords do not match', 'Kata laluan tidak sepadan'],
    },
    () => json('/register', {}),
  ],
  [422, { id: ['This id is not valid.', 'ID ini tidak sah.'] }, () => get('/merchants/x')],
  [
    422,
    { ids: ['This choice is not valid.', 'Pilihan ini tidak sah.'] },
    () => json('/console/bulk', { ids: 5, offer: 'x' }, { ...manager, origin: `http://127.0.0.1:${port}` }),
  ],
  [
    422,
    {
      merchant_id: ['Please choose a merchant.', 'Sila pilih peniaga.'],
      purchase_date: ['Please fill in all required fields.', 'Sila isi semua ruangan yang diperlukan.'],
      invoice_number: ['The Invoice Number is required.', 'Sila masukkan Nombor Invois.'],
    },
    () => receipt({ merchant_id: '', purchase_date: '', purchase_amount: '1.00', invoice_number: '' }),
  ],
  [
    422,
    { receipt_image: ['The file size cannot exceed 10MB.', 'Saiz fail tidak boleh melebihi 10MB.'] },
    () => receipt({}, Buffer.alloc(15 * MB + 1)),
  ],
  [
    403,
    [
      'Your account has been suspended. Please contact support for assistance.',
      'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
    ],
    () => get('/wallet', suspended),
  ],
  [401, ['Please sign in to continue.', 'Sila log masuk untuk meneruskan.'], () => get('/wallet')],
  [404, ['Not found.', 'Tidak dijumpai.'], () => get('/nothing')],
  [404, ['Merchant Not Found', 'Peniaga Tidak Dijumpai'], () => get('/merchants/999999')],
  [400, unreadable, () => get('/%E0%A4%A')],
  [400, unreadable, () => json('/login', '{')],
  [
    413,
    ["You're trying to send too much at once. Please send less and try again.", 'Data yang dihantar terlalu besar.'],
    () => ({ ...json('/login', ''), body: new Blob(['x'.repeat(MB)]).stream(), duplex: 'half' }),
  ],
  [
    429,
    [
      'Too many attempts. Please wait a moment and try again.',
      'Terlalu banyak percubaan. Sila tunggu sebentar dan cuba lagi.',
    ],
    () => json('/browser-faults', { message: 'Broken', page: '/' }),
  ],
])('D-100 a %i with the texts %j is Malay only with X-Language: ms', async (status, errors, call) => {
  const inLanguage = (at: 0 | 1) =>
    Array.isArray(errors)
      ? { message: errors[at] }
      : { errors: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts[at]]])) }
  expect(await answerTo(call(), { 'accept-language': 'ms' })).toMatchObject({ status, ...inLanguage(0) })
  expect(await answerTo(call(), MALAY)).toMatchObject({ status, ...inLanguage(1) })
})

test('D-100 any other X-Language than ms is answered in English', async () => {
  for (const language of ['en', 'MS', 'ms-MY', ''])
    expect((await answerTo(get('/nothing'), { 'x-language': language })).message).toBe('Not found.')
})

test('D-100 a body that arrives late and in parts is answered in the language of its request', async () => {
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
})

test('S-7.09 D-100 a repeat of a submission is answered in its own language, not in that of the first', async () => {
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  const bytes = await createRandomPhoto()
  const send = (key: string, given: object, language: Headers = {}) =>
    answerTo(receipt({ ...fields, ...given }, bytes, { ...own, 'idempotency-key': key }), language)
  const future = { purchase_date: '2199-01-01' }
  expect(await send('a', future)).toMatchObject({ message: 'The purchase date cannot be in the future.' })
  expect(await send('a', future, MALAY)).toMatchObject({ message: 'Tarikh pembelian tidak boleh pada masa hadapan.' })
  const first = await send('b', {}, MALAY)
  expect(first.status).toBe(201)
  expect((await send('b', {})).data?.id).toBe(first.data?.id)
  expect(await send('c', {}, MALAY)).toMatchObject({ message: 'Anda sudah menghantar resit ini.' })
  const other = { purchase_amount: '99.00' }
  expect((await send('b', other, MALAY)).message).toMatch(/^Permintaan ini sudah dihantar/)
  expect((await send('b', other)).message).toMatch(/^You've already sent this/)
})

test('D-34 D-100 cached answers are the same in both languages and list X-Language in Vary', async () => {
  for (const path of ['/merchants', '/advertisements', '/announcements', '/merchants']) {
    const english = await fetch(address + path)
    const malay = await fetch(address + path, { headers: MALAY })
    expect([await malay.text(), malay.headers.get('etag')]).toEqual([await english.text(), english.headers.get('etag')])
    for (const { headers } of [english, malay]) expect(headers.get('vary')).toContain('X-Language')
  }
})

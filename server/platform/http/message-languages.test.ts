import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  createOperatorSession,
  createSignedInMember,
} from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
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
let merchantId: number
let suspended: Headers
let own: { email: string; headers: Headers }
let manager: Headers

beforeAll(async () => {
  const { deps, app } = server
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}/api`
  merchantId = (await createMerchant(deps)).id
  suspended = await createMemberSession(deps, await createMember(deps, { suspended: true }))
  own = await createSignedInMember(deps)
  manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
  // The account's language chooses its mails, never an answer.
  expect((await answerTo(json('/user/language', { language: 'ms' }, own.headers, 'PUT'), {})).status).toBe(200)
})

const get = (path: string, headers: Headers = {}): Call => ({ path, headers })
const json = (path: string, body: unknown, headers: Headers = {}, method = 'POST'): Call => ({
  path,
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const form = (path: string, body: FormData): Call => ({ path, method: 'POST', headers: own.headers, body })
const receipt = (given: Record<string, string>, bytes = 10, name = 'a.jpg', type = 'image/jpeg') => {
  const fields = { merchant_id: merchantId, purchase_date: '2026-01-01', purchase_amount: '1.00', invoice_number: '1' }
  const content = Buffer.alloc(bytes)
  if (type === 'image/jpeg') content.set([0xff, 0xd8, 0xff])
  return form('/submissions', receiptForm({ ...fields, ...given }, { bytes: content, name, type }))
}
const profile = (given: Record<string, string | File>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ name: 'A', email: own.email, ...given })) body.set(name, value)
  return form('/user/profile', body)
}

async function answerTo({ path, headers, ...call }: Call, language: Headers) {
  const answer = await fetch(address + path, { ...call, headers: { ...headers, ...language } })
  const { message, errors } = (await answer.json()) as { message: string; errors: Record<string, string[]> }
  return { status: answer.status, message, errors }
}

const unreadable: Text = ['The request could not be read.', 'Data yang dihantar tidak dapat dibaca.']
const requiredField: Text = ['Please fill in all required fields.', 'Sila isi semua ruangan yang diperlukan.']
const choice: Text = ['This choice is not valid.', 'Pilihan ini tidak sah.']
const differ: Text = ['Passwords do not match', 'Kata laluan tidak sepadan']
const tooLarge: Text = ['The file size cannot exceed 10MB.', 'Saiz fail tidak boleh melebihi 10MB.']

/** Calls that answer with texts of fields, among them all that the specification fixes. */
test.each<[title: string, call: () => Call, errors: Record<string, Text>]>([
  [
    'a registration without anything',
    () => json('/register', {}),
    {
      name: ['Name is required', 'Sila masukkan nama'],
      email: ['Email is required', 'Sila masukkan e-mel'],
      password: ['Password is required', 'Sila masukkan kata laluan'],
      password_confirmation: differ,
    },
  ],
  [
    'an invalid registration',
    () => json('/register', { name: 'x'.repeat(101), email: 'x', password: 'short', password_confirmation: 'other' }),
    {
      name: ['Please use at most 100 characters.', 'Teks tidak boleh melebihi 100 aksara.'],
      email: ['Please enter a valid email address', 'Sila masukkan alamat e-mel yang sah'],
      password: ['Password must be at least 8 characters', 'Kata laluan mesti mengandungi sekurang-kurangnya 8 aksara'],
      password_confirmation: differ,
    },
  ],
  ['an invalid id', () => get('/merchants/x'), { id: ['This id is not valid.', 'ID ini tidak sah.'] }],
  [
    'a value without a text of its own',
    () => json('/console/bulk', { ids: 5, offer: 'x' }, { ...manager, origin: `http://127.0.0.1:${port}` }),
    { ids: choice },
  ],
  [
    'a new password without the current one',
    () => profile({ password: 'Teh-tarik-7', password_confirmation: 'Teh-tarik-7' }),
    {
      current_password: [
        'Current password is required to change password',
        'Sila masukkan kata laluan semasa untuk menukar kata laluan',
      ],
    },
  ],
  [
    'an avatar of another type',
    () => profile({ avatar: new File(['x'], 'a.gif', { type: 'image/gif' }) }),
    {
      avatar: [
        'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.',
        'Jenis fail tidak sah. Sila muat naik imej JPEG, JPG, PNG, WEBP atau HEIC.',
      ],
    },
  ],
  [
    'an avatar that is too large',
    () => profile({ avatar: new File([Buffer.alloc(2 * MB + 1)], 'a.jpg', { type: 'image/jpeg' }) }),
    { avatar: ['Image size should not exceed 2MB', 'Saiz imej tidak boleh melebihi 2MB'] },
  ],
  [
    'an empty receipt',
    () => receipt({ merchant_id: '', purchase_date: '', purchase_amount: '', invoice_number: '' }),
    {
      merchant_id: ['Please choose a merchant.', 'Sila pilih peniaga.'],
      purchase_date: requiredField,
      purchase_amount: requiredField,
      invoice_number: ['The Invoice Number is required.', 'Sila masukkan Nombor Invois.'],
    },
  ],
  [
    'a receipt of another type',
    () => receipt({}, 10, 'a.pdf', 'application/pdf'),
    {
      receipt_image: [
        'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
        'Jenis fail tidak sah. Sila muat naik imej JPG, PNG, GIF, WEBP atau HEIC.',
      ],
    },
  ],
  ['a receipt that is too large', () => receipt({}, 16 * MB), { receipt_image: tooLarge }],
])('D-100 %s: the texts of its fields are Malay only with X-Language: ms', async (_title, call, errors) => {
  const inLanguage = (at: number) =>
    Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts[at]]]))
  expect(await answerTo(call(), { 'accept-language': 'ms' })).toMatchObject({ status: 422, errors: inLanguage(0) })
  expect(await answerTo(call(), MALAY)).toMatchObject({ status: 422, errors: inLanguage(1) })
})

test.each<[status: number, message: Text, call: () => Call]>([
  [
    403,
    [
      'Your account has been suspended. Please contact support for assistance.',
      'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
    ],
    () => get('/wallet', suspended),
  ],
  [
    422,
    ['The verification link is invalid or has expired.', 'Pautan pengesahan tidak sah atau telah tamat tempoh.'],
    () => json('/email/verify/1/x', { expires: 1, signature: 'x' }),
  ],
  [
    400,
    ['This email address is already verified.', 'Alamat e-mel ini sudah disahkan.'],
    () => json('/email/verification-notification', { email: own.email }, own.headers),
  ],
  [401, ['Please sign in to continue.', 'Sila log masuk untuk meneruskan.'], () => get('/wallet')],
  [404, ['Not found.', 'Tidak dijumpai.'], () => get('/nothing')],
  [404, ['Merchant Not Found', 'Peniaga Tidak Dijumpai'], () => get('/merchants/999999')],
  [404, ['Deal not found.', 'Tawaran tidak dijumpai.'], () => get('/console/deals/999999', manager)],
  [404, ['Announcement not found.', 'Pengumuman tidak dijumpai.'], () => get('/console/announcements/999999', manager)],
  [400, unreadable, () => get('/%E0%A4%A')],
  [400, unreadable, () => json('/login', '{')],
  [
    413,
    ["You're trying to send too much at once. Please send less and try again.", 'Data yang dihantar terlalu besar.'],
    () => ({ ...json('/login', ''), body: new Blob(['x'.repeat(MB)]).stream(), duplex: 'half' }),
  ],
])('D-100 a %i with the message %j is Malay only with X-Language: ms', async (status, [english, malay], call) => {
  expect(await answerTo(call(), { 'accept-language': 'ms' })).toMatchObject({ status, message: english })
  expect(await answerTo(call(), MALAY)).toMatchObject({ status, message: malay })
})

type Answer = { status: number; message?: string; errors?: Record<string, string[]>; data?: { id: number } }

async function call(path: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address + path, options)
  return { status: answer.status, ...((await answer.json()) as object) }
}

test('D-100 any other X-Language than ms is answered in English', async () => {
  for (const language of ['en', 'MS', 'ms-MY', ''])
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

test('D-100 requests at once in both languages are answered each in its own, also with uploads', async () => {
  const { headers } = await createSignedInMember(server.deps)
  const upload = () => ({ method: 'POST', body: receiptForm({ invoice_number: '' }, { bytes: Buffer.alloc(70_000) }) })
  const answers = Array.from({ length: 20 }, async (_, at) => {
    // A member may have three uploads under way.
    const isUpload = at % 10 === 1
    const path = isUpload ? '/user/profile' : '/submissions/999999'
    const isMalay = at % 3 === 0 || at === 1
    const { message } = await call(path, { ...(isUpload && upload()), headers: { ...headers, ...(isMalay && MALAY) } })
    const [english, malay] = isUpload ? ['Name is required', 'Sila masukkan nama'] : ['Not found.', 'Tidak dijumpai.']
    expect([at, message]).toEqual([at, isMalay ? malay : english])
  })
  await Promise.all(answers)
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
  expect((await send('b', other, MALAY)).message).toMatch(/^Permintaan ini sudah dihantar/)
  expect((await send('b', other)).message).toMatch(/^You've already sent this/)
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

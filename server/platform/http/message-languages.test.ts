import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  createOperatorSession,
  createSignedInMember,
} from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { receiptForm } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

type Headers = Record<string, string>
type Call = RequestInit & { path: string; headers?: Headers }
type Errors = Record<string, string[]>
/** A call, and its answer in English and in Malay: the message, or the texts of its fields. */
type Case = [title: string, call: () => Call, status: number, english: string | Errors, malay: string | Errors]

const MB = 1024 * 1024
const PASSWORD = 'Teh-tarik-7'

const server = serverForTests()
let port: number
let merchantId: number
let taken: string
let suspended: { email: string; password: string; headers: Headers }
let unverified: Headers
let ownEmail: string
let member: Headers
let manager: Headers

beforeAll(async () => {
  const { deps, app } = server
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  merchantId = (await createMerchant(deps)).id
  taken = (await createMember(deps)).email
  const former = await createMember(deps, { suspended: true })
  suspended = { ...former, headers: await createMemberSession(deps, former) }
  unverified = await createMemberSession(deps, await createMember(deps, { verified: false }))
  const signedIn = await createSignedInMember(deps)
  ownEmail = signedIn.email
  member = signedIn.headers
  manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
  // The account's language chooses its mails, never an answer.
  expect((await answerTo(json('/user/language', { language: 'ms' }, member, 'PUT'), {})).status).toBe(200)
})

const get = (path: string, headers: Headers = {}): Call => ({ path, headers })
const json = (path: string, body: unknown, headers: Headers = {}, method = 'POST'): Call => ({
  path,
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const form = (path: string, body: FormData): Call => ({ path, method: 'POST', headers: member, body })
const registration = (given: object) =>
  json('/register', {
    name: 'A',
    email: 'nobody@campus.edu.my',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...given,
  })
const receipt = (given: Record<string, string>, bytes = 10, name = 'a.jpg', type = 'image/jpeg') => {
  const fields = { merchant_id: merchantId, purchase_date: '2026-01-01', purchase_amount: '1.00', invoice_number: '1' }
  const content = Buffer.alloc(bytes)
  if (type === 'image/jpeg') content.set([0xff, 0xd8, 0xff])
  return form('/submissions', receiptForm({ ...fields, ...given }, { bytes: content, name, type }))
}
const profile = (given: Record<string, string | File>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ name: 'A', email: taken, ...given })) body.set(name, value)
  return form('/user/profile', body)
}

async function answerTo({ path, headers, ...call }: Call, language: Headers) {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { ...call, headers: { ...headers, ...language } })
  const { message, errors } = (await answer.json()) as { message: string; errors: Errors }
  return { status: answer.status, message, errors }
}

const cases: Case[] = [
  [
    'a login without anything',
    () => json('/login', {}),
    422,
    { email: ['Email is required'], password: ['Password is required'] },
    { email: ['Sila masukkan e-mel'], password: ['Sila masukkan kata laluan'] },
  ],
  [
    'a login with wrong credentials',
    () => json('/login', { email: 'nobody@campus.edu.my', password: PASSWORD }),
    422,
    { email: ['These credentials do not match our records.'] },
    { email: ['E-mel atau kata laluan ini tidak sepadan dengan rekod kami.'] },
  ],
  [
    'a login of a suspended member',
    () => json('/login', { email: suspended.email, password: suspended.password }),
    403,
    'Your account has been suspended. Please contact support for assistance.',
    'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
  ],
  [
    'a registration without anything',
    () => json('/register', {}),
    422,
    {
      name: ['Name is required'],
      email: ['Email is required'],
      password: ['Password is required'],
      password_confirmation: ['Passwords do not match'],
    },
    {
      name: ['Sila masukkan nama'],
      email: ['Sila masukkan e-mel'],
      password: ['Sila masukkan kata laluan'],
      password_confirmation: ['Kata laluan tidak sepadan'],
    },
  ],
  [
    'an invalid registration',
    () => registration({ email: 'x', password: 'short', password_confirmation: 'other' }),
    422,
    {
      email: ['Please enter a valid email address'],
      password: ['Password must be at least 8 characters'],
      password_confirmation: ['Passwords do not match'],
    },
    {
      email: ['Sila masukkan alamat e-mel yang sah'],
      password: ['Kata laluan mesti mengandungi sekurang-kurangnya 8 aksara'],
      password_confirmation: ['Kata laluan tidak sepadan'],
    },
  ],
  [
    'a registration with a long name',
    () => registration({ name: 'x'.repeat(101) }),
    422,
    { name: ['Please use at most 100 characters.'] },
    { name: ['Teks tidak boleh melebihi 100 aksara.'] },
  ],
  [
    'a registration from outside',
    () => registration({ email: 'x@gmail.com' }),
    422,
    { email: ['Please use your college email address.'] },
    { email: ['Sila gunakan alamat e-mel kolej anda.'] },
  ],
  [
    'a registration of a taken address',
    () => registration({ email: taken }),
    422,
    { email: ['This email address is already registered. Please sign in instead.'] },
    { email: ['Alamat e-mel ini sudah didaftarkan. Sila log masuk.'] },
  ],
  [
    'an invalid verification link',
    () => json('/email/verify/1/x', { expires: 1, signature: 'x' }),
    422,
    'The verification link is invalid or has expired.',
    'Pautan pengesahan tidak sah atau telah tamat tempoh.',
  ],
  [
    'a link for a verified address',
    () => json('/email/verification-notification', { email: ownEmail }, member),
    400,
    'This email address is already verified.',
    'Alamat e-mel ini sudah disahkan.',
  ],
  ['a missing session', () => get('/wallet'), 401, 'Please sign in to continue.', 'Sila log masuk untuk meneruskan.'],
  [
    'an unverified member',
    () => get('/wallet', unverified),
    403,
    'Please verify your email address first.',
    'Sila sahkan alamat e-mel anda dahulu.',
  ],
  [
    'a suspended member',
    () => get('/wallet', suspended.headers),
    403,
    'Your account has been suspended. Please contact support for assistance.',
    'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
  ],
  ['a missing call', () => get('/nothing', member), 404, 'Not found.', 'Tidak dijumpai.'],
  ['a missing merchant', () => get('/merchants/999999'), 404, 'Merchant Not Found', 'Peniaga Tidak Dijumpai'],
  ['a missing deal', () => get('/console/deals/999999', manager), 404, 'Deal not found.', 'Tawaran tidak dijumpai.'],
  [
    'a missing announcement',
    () => get('/console/announcements/999999', manager),
    404,
    'Announcement not found.',
    'Pengumuman tidak dijumpai.',
  ],
  ['an invalid id', () => get('/merchants/x'), 422, { id: ['This id is not valid.'] }, { id: ['ID ini tidak sah.'] }],
  [
    'an invalid filter',
    () => get('/submissions?status=x', member),
    422,
    { status: ['This choice is not valid.'] },
    { status: ['Pilihan ini tidak sah.'] },
  ],
  [
    'a value without a text of its own',
    () => json('/console/bulk', { ids: 5, offer: 'x' }, { ...manager, origin: `http://127.0.0.1:${port}` }),
    422,
    { ids: ['This choice is not valid.'] },
    { ids: ['Pilihan ini tidak sah.'] },
  ],
  [
    'a new password without the current one',
    () => profile({ password: PASSWORD, password_confirmation: PASSWORD }),
    422,
    { current_password: ['Current password is required to change password'] },
    { current_password: ['Sila masukkan kata laluan semasa untuk menukar kata laluan'] },
  ],
  [
    'an avatar of another type',
    () => profile({ avatar: new File(['x'], 'a.gif', { type: 'image/gif' }) }),
    422,
    { avatar: ['Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.'] },
    { avatar: ['Jenis fail tidak sah. Sila muat naik imej JPEG, JPG, PNG, WEBP atau HEIC.'] },
  ],
  [
    'an avatar that is too large',
    () => profile({ avatar: new File([Buffer.alloc(2 * MB + 1)], 'a.jpg', { type: 'image/jpeg' }) }),
    422,
    { avatar: ['Image size should not exceed 2MB'] },
    { avatar: ['Saiz imej tidak boleh melebihi 2MB'] },
  ],
  [
    'an empty receipt',
    () => receipt({ merchant_id: '', purchase_date: '', purchase_amount: '', invoice_number: '' }),
    422,
    {
      merchant_id: ['Please choose a merchant.'],
      purchase_date: ['Please fill in all required fields.'],
      purchase_amount: ['Please fill in all required fields.'],
      invoice_number: ['The Invoice Number is required.'],
    },
    {
      merchant_id: ['Sila pilih peniaga.'],
      purchase_date: ['Sila isi semua ruangan yang diperlukan.'],
      purchase_amount: ['Sila isi semua ruangan yang diperlukan.'],
      invoice_number: ['Sila masukkan Nombor Invois.'],
    },
  ],
  [
    'a receipt from the future',
    () => receipt({ purchase_date: '2199-01-01' }),
    422,
    { purchase_date: ['The purchase date cannot be in the future.'] },
    { purchase_date: ['Tarikh pembelian tidak boleh pada masa hadapan.'] },
  ],
  [
    'a receipt of another type',
    () => receipt({}, 10, 'a.pdf', 'application/pdf'),
    422,
    { receipt_image: ['Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.'] },
    { receipt_image: ['Jenis fail tidak sah. Sila muat naik imej JPG, PNG, GIF, WEBP atau HEIC.'] },
  ],
  [
    'a receipt one byte too large',
    () => receipt({}, 10 * MB + 1),
    422,
    { receipt_image: ['The file size cannot exceed 10MB.'] },
    { receipt_image: ['Saiz fail tidak boleh melebihi 10MB.'] },
  ],
  [
    'a receipt that is far too large',
    () => receipt({}, 16 * MB),
    422,
    { receipt_image: ['The file size cannot exceed 10MB.'] },
    { receipt_image: ['Saiz fail tidak boleh melebihi 10MB.'] },
  ],
  [
    'an undecodable address',
    () => get('/%E0%A4%A'),
    400,
    'The request could not be read.',
    'Data yang dihantar tidak dapat dibaca.',
  ],
  [
    'a broken body',
    () => json('/login', '{'),
    400,
    'The request could not be read.',
    'Data yang dihantar tidak dapat dibaca.',
  ],
  [
    'a body that is too large',
    () => json('/login', 'x'.repeat(MB)),
    413,
    "You're trying to send too much at once. Please send less and try again.",
    'Data yang dihantar terlalu besar.',
  ],
  [
    'a body of unknown length that is too large',
    () => ({ ...json('/login', ''), body: new Blob(['x'.repeat(MB)]).stream(), duplex: 'half' }),
    413,
    "You're trying to send too much at once. Please send less and try again.",
    'Data yang dihantar terlalu besar.',
  ],
]

/** The texts of the specification that a call can answer with. The apps show the others by themselves. */
const agreed = [
  'Announcement not found.',
  'Current password is required to change password',
  'Deal not found.',
  'Email is required',
  'Image size should not exceed 2MB',
  'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.',
  'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
  'Merchant Not Found',
  'Name is required',
  'Password must be at least 8 characters',
  'Passwords do not match',
  'Please enter a valid email address',
  'Please fill in all required fields.',
  'The file size cannot exceed 10MB.',
  'The Invoice Number is required.',
  'The verification link is invalid or has expired.',
  'This email address is already verified.',
  'Your account has been suspended. Please contact support for assistance.',
]

test.each(cases)(
  'D-100 %s: the answer is Malay only with X-Language: ms',
  async (_title, call, status, english, malay) => {
    const partOf = (texts: string | Errors) => (typeof texts === 'string' ? { message: texts } : { errors: texts })
    for (const language of [{}, { 'accept-language': 'ms' }])
      expect(await answerTo(call(), language)).toMatchObject({ status, ...partOf(english) })
    expect(await answerTo(call(), { 'x-language': 'ms' })).toMatchObject({ status, ...partOf(malay) })
  },
)

test('D-100 the answers above have all 18 agreed texts of calls', () => {
  const found = cases.flatMap(([, , , english]) =>
    typeof english === 'string' ? english : Object.values(english).flat(),
  )
  expect(agreed.filter((text) => !found.includes(text))).toEqual([])
})

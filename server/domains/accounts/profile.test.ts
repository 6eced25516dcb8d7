import { AVATAR_MAX_BYTES } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemberSession, createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, connect, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { type Link, openLink } from '../../../tests/support/api/registrations.ts'
import { alterSchema, alterSchemaAfterNextUpload } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { listDiscarded } from '../../platform/storage/discarded-files.store.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'
import { accountsMail } from './accounts.mail.ts'

const server = serverForTests()
let mails: Mail[]
let member: SignedInMember
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  member = await createSignedInMember(server.deps)
  await takeWaitingMail(server)
})

/** Sends the profile form, by default with the member's current name and address. */
const save = (given: Record<string, string | File> = {}) =>
  postForm(server, '/user/profile', { name: member.name, email: member.email, ...given }, member.headers)
const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8' }
const me = () => get(server, '/user', member.headers)
const login = async (email: string, password: string) =>
  (await post(server, '/login', { email, password }, { from: '10.6.0.1' })).status

/** Sends the mails in the queue, a minute after the last ones. */
async function sendMails(): Promise<Mail[]> {
  server.travel(61_000)
  mails.length = 0
  const handlers = accountsMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server)) await handlers[kind as keyof typeof handlers](id)
  return [...mails]
}

test('S-7.06 a new name is saved and returned; nothing else changes', async () => {
  const { status, body } = await save({ name: ' Aina binti Rahman ', password: '', current_password: '' })
  expect([status, body.data]).toMatchObject([
    200,
    { id: member.id, name: 'Aina binti Rahman', email: member.email, pending_email: null },
  ])
  expect((await me()).body.data).toEqual(body.data)
})

test('S-5.12 S-5.13 every invalid field is named with its message', async () => {
  for (const [given, field, text] of [
    [{ name: '  ' }, 'name', texts.nameRequired],
    [{ email: ' ' }, 'email', texts.emailRequired],
    [{ email: 'nobody' }, 'email', texts.invalidEmail],
    [{ password: 'short', password_confirmation: 'short' }, 'password', texts.passwordTooShort],
    [{ ...change, password_confirmation: 'Other-word-9' }, 'password_confirmation', texts.passwordsDiffer],
    [change, 'current_password', texts.currentPasswordRequired],
    [{ email: 'new@campus.edu.my' }, 'current_password', texts.currentPasswordForEmail],
    [{ email: 'me@gmail.com', current_password: member.password }, 'email', texts.collegeEmailOnly],
  ] as const) {
    const { status, body } = await save(given)
    expect([given, status, body.errors?.[field]]).toEqual([given, 422, [text]])
  }
  expect((await me()).body.data).toMatchObject({ name: member.name, email: member.email, pending_email: null })
})

test('S-5.13 D-10 a new password needs the current one and ends the other sessions', async () => {
  const elsewhere = await createMemberSession(server.deps, member)
  const statusElsewhere = async () => (await get(server, '/user', elsewhere)).status
  const wrong = await save({ ...change, current_password: 'Wrong-pass-1' })
  expect(wrong.body.errors).toEqual({ current_password: [texts.currentPasswordWrong] })
  expect(await statusElsewhere()).toBe(200)
  expect((await save({ ...change, current_password: member.password })).status).toBe(200)
  expect([await statusElsewhere(), (await me()).status]).toEqual([401, 200])
  expect(await login(member.email, member.password)).toBe(422)
  expect(await login(member.email, change.password)).toBe(200)
})

type Headers = Record<string, string>

const putLanguage = (payload: object, headers: Headers) =>
  connect(server, { headers })('PUT', '/user/language', payload)
const languageOf = async (headers: Headers) => (await get(server, '/user', headers)).body.data?.language
async function registerWith(headers: Headers, email: string) {
  const password = 'Teh-tarik-7'
  const form = { name: 'Nurul', email, password, password_confirmation: password }
  const { body } = await post(server, '/register', form, { headers })
  return { user: body.user, headers: { authorization: `Bearer ${body.token}` } }
}

test('D-100 S-7.06 a member sets their language, every device reads it in the profile, and a profile form without it keeps it', async () => {
  const { id, name, email, password, headers } = await createSignedInMember(server.deps)
  const phone = await createMemberSession(server.deps, { id })
  expect(await languageOf(phone)).toBeNull()
  const { status, data } = await putLanguage({ language: 'ms' }, headers)
  expect([status, data]).toMatchObject([200, { id, name, email, language: 'ms' }])
  const saved = await postForm(server, '/user/profile', { name: `${name} Jr`, email }, headers)
  expect([saved.status, saved.body.data?.language]).toEqual([200, 'ms'])
  expect((await post(server, '/login', { email, password })).body.user).toMatchObject({ language: 'ms' })
  for (const language of ['id', 'MS', '', null, undefined, 1, ['ms']]) {
    const refused = await putLanguage({ language }, headers)
    expect([refused.status, refused.errors]).toEqual([422, { language: ['This choice is not valid.'] }])
  }
  expect(await languageOf(phone)).toBe('ms')
  await putLanguage({ language: 'en' }, phone)
  expect(await languageOf(headers)).toBe('en')
})

test.each<[Headers, string | null]>([
  [{ 'accept-language': 'en-GB,ms;q=0.8' }, null],
  [{ 'x-language': 'fr', 'accept-language': 'ms' }, 'ms'],
  [{ cookie: 'stampus_language=en', 'accept-language': 'ms' }, 'en'],
  [{ cookie: 'stampus_language=en', 'x-language': 'ms' }, 'ms'],
])('D-100 a registration with the headers %o is stored with the language %s', async (headers, language) => {
  const { user, ...session } = await registerWith(headers, `language-${Math.random()}@campus.edu.my`)
  expect(user).toMatchObject({ language })
  expect(await languageOf(session.headers)).toBe(language)
})

test('D-20 D-100 each registration of an address is mailed in its own language; the verified one keeps it', async () => {
  await takeWaitingMail(server)
  const email = 'two-languages@campus.edu.my'
  const malay = await registerWith({ 'x-language': 'ms' }, email)
  const [first] = await sendMails()
  await registerWith({ 'x-language': 'en' }, email)
  const [second] = await sendMails()
  expect([first?.subject, second?.subject]).toEqual([
    'Sahkan alamat e-mel anda untuk Stampus',
    'Verify your email address for Stampus',
  ])
  expect(first?.text).toMatch(
    /^Helo,\n\nSelamat datang ke Stampus! [\s\S]*\n\nPautan ini boleh digunakan selama 60 minit\.\n/,
  )
  const link = Object.fromEntries(new URL(findLink(first)).searchParams) as Link
  const { body } = await openLink(server, link, {}, malay.headers)
  expect(body.user).toMatchObject({ id: malay.user?.id, language: 'ms' })
})

test('D-22 D-100 both mails about a changed address are in the language of the account', async () => {
  const { name, email, password, headers } = await createSignedInMember(server.deps)
  await putLanguage({ language: 'ms' }, headers)
  await takeWaitingMail(server)
  const form = { name, email: 'changed@campus.edu.my', current_password: password }
  await postForm(server, '/user/profile', form, { ...headers, 'accept-language': 'en' })
  // Either may be sent first.
  expect(Object.fromEntries((await sendMails()).map(({ to, subject }) => [to, subject]))).toEqual({
    [email]: 'Alamat e-mel Stampus anda akan ditukar',
    'changed@campus.edu.my': 'Sahkan alamat e-mel baharu anda untuk Stampus',
  })
})

async function picture(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#1c3fa8' } })
  return Buffer.from(await blank.png().toBuffer())
}

const createPhotoFile = async (width = 40, height = 40) =>
  new File([await picture(width, height)], 'me.png', { type: 'image/png' })
/** Saves a new avatar. */
const upload = async (width = 40, height = 40) => save({ avatar: await createPhotoFile(width, height) })
const storedAvatars = async () => (await listStoredFiles(server)).filter((key) => key.startsWith('public/avatars/'))
async function cleanUp() {
  for (const part of Object.values(discardedCleanUp(server.deps))) await part()
  return storedAvatars()
}
const openPicture = (url: unknown) => server.app.inject({ url: String(url) })
const remove = (headers: Record<string, string>) => connect(server, { headers })('DELETE', '/user/avatar')

test('S-7.06 S-5.14 an avatar becomes a square picture with its own URL, replaces the earlier one, and can be removed', async () => {
  const { status, body } = await upload(300, 200)
  expect(status).toBe(200)
  const url = body.data?.profile_avatar_url
  expect(body.data?.placeholder_image_url).toMatch(/^data:image\/webp;base64,/)
  const shown = await openPicture(url)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 })
  expect((await save()).body.data?.profile_avatar_url).toBe(url)
  const next = (await upload(300, 200)).body.data
  expect([next?.profile_avatar_url === url, (await openPicture(url)).statusCode]).toEqual([false, 404])
  const answer = await remove(member.headers)
  const gone = { profile_avatar_url: null, placeholder_image_url: null }
  expect([answer.status, answer.data]).toEqual([200, { ...next, ...gone }])
  expect((await me()).body.data).toMatchObject({ ...gone, name: member.name })
  expect((await openPicture(next?.profile_avatar_url)).statusCode).toBe(404)
})

test('S-5.14 S-9.05 an avatar of a wrong type or over 2 MB is rejected under its field', async () => {
  const small = await picture(20, 20)
  const padded = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)])
  const invalidInputs: [File, string][] = [
    [new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), texts.invalidReceiptType],
    [new File(['GIF89a, named otherwise'], 'me.png', { type: 'image/png' }), texts.invalidReceiptType],
    [new File([small.subarray(0, 40)], 'me.png', { type: 'image/png' }), texts.undecodable],
    [new File([padded(AVATAR_MAX_BYTES + 1)], 'me.png', { type: 'image/png' }), texts.avatarTooLarge],
  ]
  for (const [avatar, text] of invalidInputs) {
    const { status, body } = await save({ avatar })
    expect([avatar.name, status, body.errors]).toEqual([avatar.name, 422, { avatar: [text] }])
  }
  for (const avatar of [new File([padded(AVATAR_MAX_BYTES)], 'me.gif', { type: 'image/*' }), new File([], '')])
    expect((await save({ avatar })).status).toBe(200)
})

test('S-7.06 when avatars are uploaded at the same time, only the one that is shown stays stored', async () => {
  await upload()
  const before = (await storedAvatars()).length
  const avatar = await createPhotoFile()
  const answers = await Promise.all([save({ avatar }), save({ avatar })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await storedAvatars()).toHaveLength(before)
  expect((await openPicture((await me()).body.data?.profile_avatar_url)).statusCode).toBe(200)
})

test('S-7.06 a new avatar is removed when the change is rejected', async () => {
  const { email } = await createSignedInMember(server.deps)
  await upload()
  const before = (await storedAvatars()).length
  const taken = { email, current_password: member.password, avatar: await createPhotoFile() }
  expect((await save(taken)).status).toBe(422)
  expect(await storedAvatars()).toHaveLength(before)
})

test('S-7.06 a new or removed avatar is saved even if the earlier picture cannot be removed, which the clean-up removes', async () => {
  await upload()
  const before = (await storedAvatars()).length
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const stuck = vi.spyOn(server.deps.storage, 'remove').mockRejectedValue(new Error('disk away'))
  expect((await upload()).status).toBe(200)
  expect((await remove(member.headers)).status).toBe(200)
  expect(JSON.stringify(logError.mock.calls)).toContain('public/avatars/')
  expect(await cleanUp()).toHaveLength(before + 1)
  stuck.mockRestore()
  expect(await cleanUp()).toHaveLength(before - 1)
  expect(await listDiscarded(server.deps.db.pool, server.deps.now(), '')).toEqual([])
  logError.mockRestore()
})

test('S-7.06 a picture whose profile could not be saved is removed a day later, and a saved one stays', async () => {
  server.travel(25 * 60 * 60_000)
  await cleanUp()
  await upload()
  const before = await storedAvatars()
  const failing = alterSchemaAfterNextUpload(server.deps, 'ALTER TABLE users RENAME avatar_placeholder TO away')
  expect((await upload()).status).toBe(500)
  failing.mockRestore()
  await alterSchema(server.deps, 'ALTER TABLE users RENAME away TO avatar_placeholder')
  expect(await cleanUp()).toHaveLength(before.length + 1)
  server.travel(25 * 60 * 60_000)
  expect(await cleanUp()).toEqual(before)
})

test('S-5.14 avatars count towards the 60 uploads an hour of a member, before they are decoded', async () => {
  await fillLimit(server, `uploads|${member.id}`, 59)
  const damaged = new File(['not a picture'], 'me.png', { type: 'image/png' })
  expect((await save({ avatar: damaged })).status).toBe(422)
  const refused = await save({ avatar: damaged })
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await save()).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  giveStamps,
  type SignedInMember,
} from '../../../tests/support/api/accounts.ts'
import { catchMail, connect, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { type Link, openLink } from '../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
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
const save = (given: Record<string, string> = {}) =>
  postForm(server, '/user/profile', { name: member.name, email: member.email, ...given }, member.headers)
/** Asks for another address with the member's password. */
const move = (email: string, current_password = member.password) => save({ email, current_password })
const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8' }
const createEmailAddress = () => `new-${randomUUID()}@student.campus.edu.my`
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
const mailsTo = async (address: string) => (await sendMails()).filter(({ to }) => to === address)

/** Opens the link of a mail as the member. */
function open(mail: Mail | undefined) {
  const link = Object.fromEntries(new URL(findLink(mail)).searchParams)
  return post(server, `/email/verify/${link.id}/${link.hash}`, link, { headers: member.headers })
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
    [{ email: createEmailAddress() }, 'current_password', texts.currentPasswordForEmail],
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

test('D-22 a new address is pending until its link is opened, which ends all other sessions; the old one gets a notice', async () => {
  const email = createEmailAddress()
  const { status, body } = await move(email)
  expect([status, body.data]).toMatchObject([200, { email: member.email, pending_email: email }])
  expect(await login(email, member.password)).toBe(422)
  const [mail] = await mailsTo(email)
  const [notice] = mails.filter(({ to }) => to === member.email)
  expect(notice?.text).toContain(email)
  expect(notice?.text).not.toMatch(/email\/verification/)
  const opened = await open(mail)
  expect(opened.body.user).toMatchObject({ id: member.id, email, pending_email: null })
  expect((await me()).status).toBe(401)
  expect((await get(server, '/wallet', { authorization: `Bearer ${opened.body.token}` })).status).toBe(200)
  expect(await login(email, member.password)).toBe(200)
  expect((await open(mail)).body).toEqual({ message: texts.alreadyVerified })
})

test('D-22 only the latest change is mailed and counts, and a new password cancels a pending one', async () => {
  const [first, second] = [createEmailAddress(), createEmailAddress()]
  await move(first)
  const [early] = await mailsTo(first)
  await move(createEmailAddress())
  await move(second)
  const [late] = await mailsTo(second)
  expect(mails.filter(({ to }) => to !== second && to !== member.email)).toEqual([])
  expect((await open(early)).status).toBe(422)
  const changed = await save({ ...change, current_password: member.password })
  expect(changed.body.data).toMatchObject({ email: member.email, pending_email: null })
  expect((await open(late)).status).toBe(422)
  await move(second, change.password)
  expect((await open(late)).status).toBe(422)
  expect((await me()).body.data).toMatchObject({ email: member.email, pending_email: second })
})

test('D-20 D-22 D-45 an address of a verified account is taken, also meanwhile; one of an unverified account only with stamps', async () => {
  const { deps } = server
  const taken = await move((await createMember(deps)).email)
  expect([taken.status, taken.body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  const [meanwhile, holder, squatter] = [
    createEmailAddress(),
    await createMember(deps, { email: createEmailAddress(), verified: false }),
    await createMember(deps, { email: createEmailAddress(), verified: false }),
  ]
  await giveStamps(deps, holder.id)
  for (const email of [meanwhile, holder.email]) {
    await move(email)
    const [mail] = await mailsTo(email)
    if (email === meanwhile) await createMember(deps, { email })
    expect(await open(mail)).toMatchObject({ status: 422, body: { message: texts.emailTaken } })
    expect((await me()).body.data).toMatchObject({ email: member.email })
  }
  await move(squatter.email)
  expect((await open((await mailsTo(squatter.email))[0])).body.user).toMatchObject({
    id: member.id,
    email: squatter.email,
  })
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

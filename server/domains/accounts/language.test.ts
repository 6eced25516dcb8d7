import { expect, test } from 'vitest'
import { createMember, createMemberSession, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { type Link, openLink } from '../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { accountsMail } from './accounts.mail.ts'

const server = serverForTests()
let people = 0

type Headers = Record<string, string>

async function putLanguage(payload: object, headers: Headers) {
  const answer = await server.app.inject({ method: 'PUT', url: '/api/user/language', payload, headers })
  return { status: answer.statusCode, body: answer.json() }
}

const languageOf = async (headers: Headers) => (await get(server, '/user', headers)).body.data?.language

test('D-100 a member sets their language, and every device reads it in the profile', async () => {
  const member = await createSignedInMember(server.deps)
  const phone = await createMemberSession(server.deps, member)
  expect(await languageOf(phone)).toBeNull()
  const { status, body } = await putLanguage({ language: 'ms' }, member.headers)
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ id: member.id, name: member.name, email: member.email, language: 'ms' }),
  ])
  expect(await languageOf(phone)).toBe('ms')
  const session = await post(server, '/login', { email: member.email, password: member.password })
  expect(session.body.user).toMatchObject({ language: 'ms' })
  await putLanguage({ language: 'en' }, phone)
  expect(await languageOf(member.headers)).toBe('en')
})

test('S-7.06 a profile form that knows nothing of the language keeps it', async () => {
  const { name, email, headers } = await createSignedInMember(server.deps)
  await putLanguage({ language: 'ms' }, headers)
  const { status, body } = await postForm(server, '/user/profile', { name: `${name} Jr`, email }, headers)
  expect([status, body.data?.language]).toEqual([200, 'ms'])
})

test('D-100 an unverified member can set the language; a guest cannot, and no other language is accepted', async () => {
  const waiting = await createMember(server.deps, { verified: false })
  const headers = await createMemberSession(server.deps, waiting)
  expect((await putLanguage({ language: 'ms' }, headers)).status).toBe(200)
  expect((await putLanguage({ language: 'en' }, {})).status).toBe(401)
  for (const language of ['id', 'MS', '', null, undefined, 1, ['ms']]) {
    const { status, body } = await putLanguage({ language }, headers)
    expect([status, body.errors]).toEqual([422, { language: ['This choice is not valid.'] }])
  }
  expect(await languageOf(headers)).toBe('ms')
})

test.each<[Headers, string | null]>([
  [{}, null],
  [{ 'x-language': 'ms' }, 'ms'],
  [{ 'accept-language': 'ms-MY,en;q=0.8' }, 'ms'],
  [{ 'accept-language': 'en-GB,ms;q=0.8' }, null],
  [{ 'x-language': 'en', 'accept-language': 'ms' }, 'en'],
  [{ 'x-language': 'fr', 'accept-language': 'ms' }, 'ms'],
  [{ cookie: 'stampus_language=en', 'accept-language': 'ms' }, 'en'],
  [{ cookie: 'stampus_language=en', 'x-language': 'ms' }, 'ms'],
])('D-100 a registration with the headers %o is stored with the language %s', async (headers, language) => {
  people += 1
  const password = 'Teh-tarik-7'
  const given = { name: 'Nurul', email: `language-${people}@campus.edu.my`, password, password_confirmation: password }
  const { status, body } = await post(server, '/register', given, { headers })
  expect([status, body.user]).toEqual([201, expect.objectContaining({ language })])
  expect(await languageOf({ authorization: `Bearer ${body.token}` })).toBe(language)
})

const PASSWORD = 'Teh-tarik-7'

async function registerIn(language: string, email: string) {
  const given = { name: 'Nurul', email, password: PASSWORD, password_confirmation: PASSWORD }
  const { body } = await post(server, '/register', given, { headers: { 'x-language': language } })
  return { id: body.user?.id ?? 0, headers: { authorization: `Bearer ${body.token}` } }
}

/** Sends the waiting mails about accounts as their jobs do, a minute after the last ones. */
async function sendMails() {
  server.travel(61_000)
  const mails = catchMail(server)
  const handlers = accountsMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server)) await handlers[kind as keyof typeof handlers](id)
  return mails
}

test('D-20 D-100 each registration of an address is mailed in its own language; the verified one keeps it', async () => {
  await takeWaitingMail(server)
  const email = 'two-languages@campus.edu.my'
  const malay = await registerIn('ms', email)
  const [first] = await sendMails()
  const english = await registerIn('en', email)
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
  expect(body.user).toMatchObject({ id: malay.id, language: 'ms' })
  expect((await get(server, '/user', english.headers)).status).toBe(401)
})

test('D-22 D-100 both mails about a changed address are in the language of the account', async () => {
  const { name, email, password, headers } = await createSignedInMember(server.deps)
  await putLanguage({ language: 'ms' }, headers)
  await takeWaitingMail(server)
  const form = { name, email: 'changed@campus.edu.my', current_password: password }
  const { status } = await postForm(server, '/user/profile', form, { ...headers, 'accept-language': 'en' })
  expect(status).toBe(200)
  // Either may be sent first.
  expect(Object.fromEntries((await sendMails()).map(({ to, subject }) => [to, subject]))).toEqual({
    [email]: 'Alamat e-mel Stampus anda akan ditukar',
    'changed@campus.edu.my': 'Sahkan alamat e-mel baharu anda untuk Stampus',
  })
})

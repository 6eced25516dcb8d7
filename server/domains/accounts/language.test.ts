import { expect, test } from 'vitest'
import { createMemberSession, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, connect, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { type Link, openLink } from '../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { accountsMail } from './accounts.mail.ts'

const server = serverForTests()

type Headers = Record<string, string>

const putLanguage = (payload: object, headers: Headers) =>
  connect(server, { headers })('PUT', '/user/language', payload)
const languageOf = async (headers: Headers) => (await get(server, '/user', headers)).body.data?.language
async function registerWith(headers: Headers, email: string) {
  const password = 'Teh-tarik-7'
  const form = { name: 'Nurul', email, password, password_confirmation: password }
  const { status, body } = await post(server, '/register', form, { headers })
  return { status, user: body.user, headers: { authorization: `Bearer ${body.token}` } }
}

test('D-100 a member sets their language, and every device reads it in the profile', async () => {
  const { id, name, email, password, headers } = await createSignedInMember(server.deps)
  const phone = await createMemberSession(server.deps, { id })
  expect(await languageOf(phone)).toBeNull()
  const { status, data } = await putLanguage({ language: 'ms' }, headers)
  expect([status, data]).toMatchObject([200, { id, name, email, language: 'ms' }])
  expect(await languageOf(phone)).toBe('ms')
  expect((await post(server, '/login', { email, password })).body.user).toMatchObject({ language: 'ms' })
  await putLanguage({ language: 'en' }, phone)
  expect(await languageOf(headers)).toBe('en')
})

test('S-7.06 a profile form that knows nothing of the language keeps it', async () => {
  const { name, email, headers } = await createSignedInMember(server.deps)
  await putLanguage({ language: 'ms' }, headers)
  const { status, body } = await postForm(server, '/user/profile', { name: `${name} Jr`, email }, headers)
  expect([status, body.data?.language]).toEqual([200, 'ms'])
})

test('D-100 an unverified member can set the language; a guest cannot, and no other language is accepted', async () => {
  const { headers } = await createSignedInMember(server.deps, { verified: false })
  expect((await putLanguage({ language: 'ms' }, headers)).status).toBe(200)
  expect((await putLanguage({ language: 'en' }, {})).status).toBe(401)
  for (const language of ['id', 'MS', '', null, undefined, 1, ['ms']]) {
    const { status, errors } = await putLanguage({ language }, headers)
    expect([status, errors]).toEqual([422, { language: ['This choice is not valid.'] }])
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
  const { status, user, ...session } = await registerWith(headers, `language-${Math.random()}@campus.edu.my`)
  expect([status, user]).toMatchObject([201, { language }])
  expect(await languageOf(session.headers)).toBe(language)
})

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
  const malay = await registerWith({ 'x-language': 'ms' }, email)
  const [first] = await sendMails()
  const english = await registerWith({ 'x-language': 'en' }, email)
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

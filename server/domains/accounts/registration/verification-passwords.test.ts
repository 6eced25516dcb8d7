import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findLink, parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import {
  isSignedIn,
  openLink,
  registerNewMember,
  registerTwice,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]
beforeAll(async () => {
  mails = catchMail(server)
})

const MINUTES = 60_000
const NEW = 'Milo-ais-kaw-3'
const wrongCredentials = { email: [texts.wrongCredentials] }

const login = (email: string, password: string) => post(server, '/login', { email, password })
const check = (link: object, headers = {}) => post(server, '/email/verification-link', link, { headers })
type Person = Awaited<ReturnType<typeof registerNewMember>>
const signedIn = (...people: Person[]) => Promise.all(people.map(({ headers }) => isSignedIn(server, headers)))

/** A registration with its link. */
async function oneLink() {
  const one = await registerNewMember(server)
  return { ...one, link: await sendAndReadLink(server, one.id) }
}

/** Two registrations of one address, each with a link in the mailbox. */
async function twoLinks() {
  const people = await registerTwice(server)
  const own = await sendAndReadLink(server, people.victim.id)
  server.travel(MINUTES + 1000)
  return { ...people, own, foreign: await sendAndReadLink(server, people.attacker.id) }
}

test.each(['session', 'password'])(
  'D-23 a victim who opens an attacker’s link with their own %s verifies their own registration',
  async (by) => {
    const { email, victim, attacker, foreign } = await twoLinks()
    const [given, headers] = by === 'session' ? [{}, victim.headers] : [{ password: victim.password }, {}]
    const { body } = await openLink(server, foreign, given, headers)
    expect(body.user).toMatchObject({ id: victim.id, name: 'Victim' })
    if (by === 'session') expect(`Bearer ${body.token}`).toBe(victim.headers.authorization)
    expect(await isSignedIn(server, body.token ?? '')).toBe(true)
    expect(await signedIn(victim, attacker)).toEqual([true, false])
    expect((await login(email, victim.password)).status).toBe(200)
    expect((await login(email, attacker.password)).body.errors).toEqual(wrongCredentials)
  },
)

test('D-23 a new password ends every earlier session and password, also of other registrations and of an attacker who registered first', async () => {
  const { email, victim, attacker, foreign } = await twoLinks()
  const { status, body } = await openLink(server, foreign, { new_password: NEW }, attacker.headers)
  expect([status, body.user]).toMatchObject([200, { email }])
  expect(await signedIn(victim, attacker)).toEqual([false, false])
  for (const { password } of [victim, attacker])
    expect((await login(email, password)).body.errors).toEqual(wrongCredentials)
  expect((await login(email, NEW)).status).toBe(200)
})

test('D-23 wrong passwords leave a link unused and count per link, also in parallel; then a new one still verifies the address', async () => {
  const { victim, attacker, own, foreign } = await twoLinks()
  const guesses = Array.from({ length: 8 }, (_, at) => openLink(server, own, { password: `Wrong-guess-${at}` }))
  const answers = await Promise.all(guesses)
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(422), ...Array(3).fill(429)])
  expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({
    password: ['This is not the password you registered with.'],
  })
  const refused = await openLink(server, own, { password: victim.password })
  expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
  expect((await openLink(server, foreign, { password: 'Wrong-guess-9' })).status).toBe(422)
  expect(await signedIn(victim, attacker)).toEqual([true, true])
  expect((await openLink(server, own, { new_password: NEW })).body.user).toMatchObject({ id: victim.id })
})

test('D-23 D-21 the call accepts a password or a new one, never both, and checks a new one', async () => {
  const { link, password } = await oneLink()
  for (const [given, errors] of [
    [{ password, new_password: NEW }, { new_password: ['Send either the password or a new one, not both.'] }],
    [{ new_password: 'short' }, { new_password: [texts.passwordTooShort] }],
    [{ new_password: 'P@ssw0rd' }, { new_password: [texts.passwordWellKnown] }],
    [{ password: '' }, { password: [texts.passwordRequired] }],
  ] as const)
    expect((await openLink(server, link, given)).body.errors).toEqual(errors)
})

test('S-7.03 D-23 the four values of a link are enough to verify; used again, it gives no token and changes no password', async () => {
  const { email, victim, attacker, own, foreign } = await twoLinks()
  const { status, body } = await openLink(server, foreign)
  expect([status, body.user]).toMatchObject([200, { id: attacker.id }])
  const session = { authorization: `Bearer ${body.token}` }
  expect((await get(server, '/wallet', session)).status).toBe(200)
  expect(await signedIn(victim, attacker)).toEqual([false, false])
  for (const link of [own, foreign])
    for (const given of [{}, { password: victim.password }, { new_password: NEW }]) {
      const again = await openLink(server, link, given)
      expect([again.status, again.body]).toEqual([200, { message: texts.alreadyVerified }])
    }
  expect(await isSignedIn(server, session)).toBe(true)
  expect((await login(email, NEW)).status).toBe(422)
})

test('D-23 two links opened at the same moment verify one registration', async () => {
  for (const given of [{}, { new_password: NEW }]) {
    const { email, own, foreign } = await twoLinks()
    const answers = await Promise.all([openLink(server, own, given), openLink(server, foreign, given)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const tokens = answers.flatMap(({ body }) => body.token ?? [])
    expect(tokens).toHaveLength(1)
    expect(await isSignedIn(server, tokens[0] ?? '')).toBe(true)
    const verified = 'SELECT FROM users WHERE email_key = $1 AND email_verified_at IS NOT NULL'
    expect((await server.sql(verified, [email])).rowCount).toBe(1)
  }
})

test('D-24 D-21 while one registration of an address is suspended, no other can be verified, and no new password is hashed', async () => {
  const { email, victim, attacker, own, foreign } = await twoLinks()
  await suspend(server.deps, victim.id)
  const hashes = countHashes()
  for (const given of [{}, { new_password: NEW }, { password: attacker.password }]) {
    const { status, body } = await openLink(server, foreign, given)
    expect([status, body.message, body.token]).toEqual([403, texts.suspended, undefined])
    if (given.password === undefined) expect(hashes.taken()).toBe(0)
  }
  hashes.stop()
  expect((await openLink(server, own, {}, attacker.headers)).status).toBe(403)
  const waiting = 'SELECT FROM users WHERE email_key = $1 AND email_verified_at IS NULL AND retired_at IS NULL'
  expect((await server.sql(waiting, [email])).rowCount).toBe(2)
  expect((await login(email, victim.password)).status).toBe(403)
})

test('D-21 D-23 a link hashes at most five new passwords an hour', async () => {
  const { link } = await oneLink()
  const hashes = countHashes()
  const answers = await Promise.all(Array.from({ length: 7 }, () => openLink(server, link, { new_password: NEW })))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(hashes.taken()).toBe(5)
  hashes.stop()
})

test('D-23 checking a link returns its address and whether a password is needed, for valid links only', async () => {
  const { email, victim, foreign } = await twoLinks()
  const stranger = await createSignedInMember(server.deps)
  const asked = async (headers = {}) => (await check(foreign, headers)).body.data
  const open = { email, needs_password: true, is_own: false, is_verified: false }
  for (const headers of [{}, stranger.headers, { authorization: 'Bearer broken-token-of-nobody' }])
    expect(await asked(headers)).toEqual(open)
  expect(await asked(victim.headers)).toEqual({ ...open, needs_password: false, is_own: true })
  const { status, body, headers } = await check({ ...foreign, signature: 'x' })
  expect([status, body]).toEqual([422, { message: texts.linkInvalid, errors: {} }])
  expect(headers['cache-control']).toBe('no-store')
  await openLink(server, foreign, {}, victim.headers)
  expect(await asked()).toEqual({ ...open, needs_password: false, is_verified: true })
})

test('D-23 login with a voided password is rejected, asks for a new one and mails a link that works once', async () => {
  const { link, email, password } = await oneLink()
  const { body } = await openLink(server, link)
  await takeWaitingMail(server)
  server.travel(MINUTES + 1000)
  const refused = await login(email, password)
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({ errors: { email: ['Please choose a new password. We have emailed you a link.'] } }),
  ])
  expect(refused.body.token).toBeUndefined()
  expect((await login(email, 'Wrong-guess-1')).body.errors).toEqual(wrongCredentials)
  const [job] = await takeWaitingMail(server)
  mails.length = 0
  await accountsMail(server.deps)['password-reset'](job?.id ?? 0)
  expect(mails.map(({ to }) => to)).toEqual([email])
  const reset = { ...parseResetLink(findLink(mails[0])), password: NEW, password_confirmation: NEW }
  for (const status of [200, 422]) expect((await post(server, '/password/reset', reset)).status).toBe(status)
  expect(await isSignedIn(server, body.token ?? '')).toBe(false)
  expect((await login(email, password)).body.errors).toEqual(wrongCredentials)
})

test('D-23 login with a voided password mails a link at most every 15 minutes, and is deleted after 30 days', async () => {
  const { link, id, email, password } = await oneLink()
  await openLink(server, link)
  await takeWaitingMail(server)
  for (const [minutes, count] of [
    [0, 1],
    [14, 0],
    [2, 1],
  ] as const) {
    server.travel(minutes * MINUTES)
    const answers = await Promise.all([1, 2].map(() => login(email, password)))
    for (const { body } of answers) expect(body.errors).toEqual({ email: [texts.chooseNewPassword] })
    expect([minutes, (await takeWaitingMail(server)).length]).toEqual([minutes, count])
  }
  server.travel(30 * 24 * 60 * MINUTES)
  expect((await login(email, password)).body.errors).toEqual(wrongCredentials)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  const { rows } = await server.sql('SELECT voided_password_hash FROM users WHERE id = $1', [id])
  expect(rows).toEqual([{ voided_password_hash: null }])
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  type SignedInMember,
  suspend,
} from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  isSignedIn,
  type Link,
  openLink,
  registerNewMember,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'

const server = serverForTests()
let mails: Mail[]

const HOUR = 3_600_000

beforeAll(async () => {
  mails = catchMail(server)
})

const createEmailAddress = () => `new-${randomUUID()}@student.campus.edu.my`
const me = async ({ headers }: SignedInMember) => (await get(server, '/user', headers)).body.data
const save = ({ name, email, headers }: SignedInMember, given: Record<string, string> = {}) =>
  postForm(server, '/user/profile', { name, email, ...given }, headers)
const keep = (headers: Record<string, string>) =>
  server.app.inject({ method: 'DELETE', url: '/api/user/pending-email', headers })
const confirm = (link: Record<string, string>, { headers }: SignedInMember) =>
  post(server, `/email/verify/${link.id}/${link.hash}`, link, { headers })
const stop = (link: Record<string, string>) => post(server, '/email/change/stop', link)

type Pending = { member: SignedInMember; email: string; link: Record<string, string>; stopUrl: string }

/** A member with a pending email change, and the links of both mails. */
async function createPendingChange(given?: SignedInMember): Promise<Pending> {
  const member = given ?? (await createSignedInMember(server.deps))
  const email = createEmailAddress()
  await takeWaitingMail(server)
  await save(member, { email, current_password: member.password })
  mails.length = 0
  server.travel(61_000)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'email-change' || kind === 'email-change-notice') await accountsMail(server.deps)[kind](id)
  const urlTo = (address: string) => /http:\S+/.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[0] ?? ''
  return { member, email, link: valuesOf(urlTo(email)), stopUrl: urlTo(member.email) }
}

const valuesOf = (url: string) => Object.fromEntries(new URL(url).searchParams) as Record<string, string>

test('D-22 saving the current address cancels a pending change and voids its link', async () => {
  const { member, email, link } = await createPendingChange()
  expect((await save(member, { name: 'Aina R.', email })).body.data).toMatchObject({ pending_email: email })
  const { status, body } = await save(member, { email: member.email.toUpperCase() })
  expect([status, body.data]).toMatchObject([200, { email: member.email, pending_email: null }])
  expect((await confirm(link, member)).status).toBe(422)
  const again = { email, current_password: member.password }
  expect((await save(member, again)).body.data).toMatchObject({ pending_email: email })
  expect((await confirm(link, member)).status).toBe(422)
})

test('D-22 saving the pending address again needs no password and sends no second mail', async () => {
  const { member, email, link } = await createPendingChange()
  expect((await save(member, { email })).body.data).toMatchObject({ pending_email: email })
  expect(await takeWaitingMail(server)).toEqual([])
  expect((await confirm(link, member)).body.user).toMatchObject({ email })
})

test('D-22 the link to a pending address is resent once a minute, only for its own member', async () => {
  const { member, email, link, stopUrl } = await createPendingChange()
  const again = (headers: Record<string, string>) =>
    post(server, '/email/verification-notification', { email }, { headers })
  expect((await again((await createSignedInMember(server.deps)).headers)).status).toBe(200)
  expect((await takeWaitingMail(server)).filter(({ kind }) => kind.startsWith('email-change'))).toEqual([])
  server.travel(30 * 60_000)
  expect((await again(member.headers)).status).toBe(200)
  expect((await again(member.headers)).status).toBe(429)
  mails.length = 0
  const waiting = await takeWaitingMail(server)
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(['email-change', 'email-change-notice'])
  for (const { kind, id } of waiting)
    if (kind === 'email-change' || kind === 'email-change-notice') await accountsMail(server.deps)[kind](id)
  expect(mails.map(({ to }) => to).sort()).toEqual([email, member.email].sort())
  const text = mails.find(({ to }) => to === email)?.text ?? ''
  const confirmSignedIn = (given: Record<string, string>) =>
    post(server, `/email/verify/${given.id}/${given.hash}`, given, { headers: member.headers })
  server.travel(40 * 60_000)
  expect((await confirmSignedIn(link)).status).toBe(422)
  expect((await confirmSignedIn(valuesOf(/http:\S+/.exec(text)?.[0] ?? ''))).body.user).toMatchObject({ email })
  expect((await stop(valuesOf(stopUrl))).status).toBe(422)
})

test('D-22 the first notice still stops a change whose link was resent', async () => {
  const { member, email, stopUrl } = await createPendingChange()
  await post(server, '/email/verification-notification', { email }, { headers: member.headers })
  expect((await stop(valuesOf(stopUrl))).status).toBe(200)
  expect(await me(member)).toMatchObject({ pending_email: null })
  await takeWaitingMail(server)
  server.travel(61_000)
  expect((await post(server, '/email/verification-notification', { email }, { headers: member.headers })).status).toBe(
    200,
  )
  expect((await takeWaitingMail(server)).filter(({ kind }) => kind.startsWith('email-change'))).toEqual([])
})

test('D-22 "Keep my current email" cancels the change and can be repeated', async () => {
  const { member, link } = await createPendingChange()
  for (let at = 0; at < 2; at += 1) {
    const answer = await keep(member.headers)
    expect([answer.statusCode, answer.json().data]).toMatchObject([200, { email: member.email, pending_email: null }])
  }
  expect((await confirm(link, member)).status).toBe(422)
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: null })
})

test('D-22 the link in the notice stops a thief’s change without a login', async () => {
  const { member, link, stopUrl } = await createPendingChange()
  expect(stopUrl).toMatch(/^http:\/\/stampus\.test\/email\/keep\?id=\d+&hash=\w+&expires=\d+&signature=\w+$/)
  server.travel(-60_000)
  for (const method of ['GET', 'HEAD'] as const)
    await server.app.inject({ method, url: stopUrl.replace('http://stampus.test', '') })
  expect(await me(member)).toMatchObject({ pending_email: expect.any(String) })
  for (let at = 0; at < 2; at += 1) {
    const { status, body } = await stop(valuesOf(stopUrl))
    expect([status, body]).toEqual([200, { message: "We've cancelled the change. Your email address stays the same." }])
  }
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: null })
  expect((await confirm(link, member)).status).toBe(422)
})

test('D-22 the link in the notice only stops its own change, for 24 hours', async () => {
  const { member, email, link, stopUrl } = await createPendingChange()
  const values = valuesOf(stopUrl)
  expect((await confirm(values, member)).status).toBe(422)
  const password = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8' }
  expect((await post(server, '/password/reset', { ...values, ...password })).status).toBe(422)
  const other = await createPendingChange()
  const forged = [
    link,
    {},
    { ...values, id: valuesOf(other.stopUrl).id ?? '' },
    { ...values, hash: link.hash ?? '' },
    { ...values, expires: '9999999999' },
    { ...values, signature: valuesOf(other.stopUrl).signature ?? '' },
  ]
  for (const wrong of forged) expect((await stop(wrong)).status).toBe(422)
  expect(await me(member)).toMatchObject({ pending_email: email })
  expect(await me(other.member)).toMatchObject({ pending_email: other.email })
  server.travel(24 * HOUR)
  expect((await stop(values)).body.message).toBe('This link is invalid or has expired.')
})

test('D-22 an earlier notice stops no later change, and no notice stops a confirmed change', async () => {
  const first = await createPendingChange()
  const second = await createPendingChange(first.member)
  expect((await stop(valuesOf(first.stopUrl))).status).toBe(200)
  expect(await me(first.member)).toMatchObject({ pending_email: second.email })
  expect((await confirm(second.link, first.member)).status).toBe(200)
  const { status, body } = await stop(valuesOf(second.stopUrl))
  expect([status, body.message]).toEqual([
    422,
    "This change has already been confirmed, so it can't be stopped here. Please contact support.",
  ])
})

/** A member whose pending address also has an unverified registration, with the link of the change. */
async function createChangeTo({ email }: { email: string }) {
  const member = await createSignedInMember(server.deps)
  await takeWaitingMail(server)
  await save(member, { email, current_password: member.password })
  server.travel(61_000)
  const change = (await takeWaitingMail(server)).find(({ kind }) => kind === 'email-change')
  return { member, link: await sendAndReadLink(server, change?.id ?? 0, 'email-change') }
}

test('D-22 D-23 the link of a changed address opens no account without its session or password', async () => {
  const victim = await registerNewMember(server, '10.41.0.1')
  const { member, link } = await createChangeTo(victim)
  const unknown = [422, { password: ['Password is required'] }]
  for (const headers of [{}, victim.headers, (await createSignedInMember(server.deps)).headers])
    for (const given of [{}, { new_password: 'Milo-ais-kaw-3' }]) {
      const { status, body } = await openLink(server, link, given, headers)
      expect([status, body.errors]).toEqual(unknown)
    }
  const { status, body } = await openLink(server, link, { password: victim.password }, victim.headers)
  expect([status, body.errors]).toEqual([422, { password: ['The current password is not correct.'] }])
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: victim.email })
  server.travel(61_000)
  const own = await sendAndReadLink(server, victim.id)
  expect((await openLink(server, own, {}, victim.headers)).body.user).toMatchObject({ id: victim.id })
})

test('D-22 D-23 a changed address is confirmed with the session or the password of the account that requested it', async () => {
  for (const by of ['session', 'password'] as const) {
    const squatter = await registerNewMember(server, `10.41.1.${by.length}`)
    const { member, link } = await createChangeTo(squatter)
    const opened =
      by === 'session'
        ? await openLink(server, link, {}, member.headers)
        : await openLink(server, link, { password: member.password }, squatter.headers)
    expect([opened.status, opened.body.user]).toEqual([
      200,
      expect.objectContaining({ id: member.id, email: squatter.email, pending_email: null }),
    ])
    expect(await isSignedIn(server, opened.body.token ?? '')).toBe(true)
    expect([await isSignedIn(server, member.headers), await isSignedIn(server, squatter.headers)]).toEqual([
      false,
      false,
    ])
  }
})

test('D-22 D-23 wrong passwords with the link of a changed address count per link', async () => {
  const { member, link } = await createPendingChange()
  const guess = (password: string) => openLink(server, link as Link, { password })
  for (let tries = 0; tries < 5; tries += 1) expect((await guess(`Wrong-guess-${tries}`)).status).toBe(422)
  expect((await guess(member.password)).status).toBe(429)
  expect((await confirm(link, member)).status).toBe(200)
})

test('D-22 D-23 checking the link of a changed address names the account whose password is needed', async () => {
  const { member, email, link } = await createPendingChange()
  const ask = async (headers = {}) => (await post(server, '/email/verification-link', link, { headers })).body.data
  const asked = { email, needs_password: true, is_own: false, is_verified: false, current_email: member.email }
  expect(await ask()).toEqual(asked)
  expect(await ask((await createSignedInMember(server.deps)).headers)).toEqual(asked)
  expect(await ask(member.headers)).toEqual({ ...asked, needs_password: false, is_own: true })
})

test('D-22 S-6.02 only a verified member who is not suspended can cancel a change', async () => {
  const [unverified, suspended] = [
    await createMember(server.deps, { verified: false }),
    await createMember(server.deps),
  ]
  await suspend(server.deps, suspended.id)
  for (const one of [unverified, suspended])
    expect((await keep(await createMemberSession(server.deps, one))).statusCode).toBe(403)
  expect((await keep({})).statusCode).toBe(401)
})

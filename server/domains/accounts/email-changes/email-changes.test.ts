import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, giveStamps, type SignedInMember } from '../../../../tests/support/api/accounts.ts'
import { catchMail, connect, get, post, postForm, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findLink } from '../../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
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
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]
beforeAll(async () => {
  mails = catchMail(server)
})

const MINUTE = 60_000

type Headers = Record<string, string>
const createEmailAddress = () => `new-${randomUUID()}@student.campus.edu.my`
const signedIn = () => createSignedInMember(server.deps)
const me = async ({ headers }: SignedInMember) => (await get(server, '/user', headers)).body.data
const save = ({ name, email, headers }: SignedInMember, given: Record<string, string> = {}) =>
  postForm(server, '/user/profile', { name, email, ...given }, headers)
const keep = (headers: Headers) => connect(server, { headers })('DELETE', '/user/pending-email')
const confirm = (link: Link, { headers }: SignedInMember) => openLink(server, link, {}, headers)
const stop = (link: object) => post(server, '/email/change/stop', link)
const resend = (email: string, headers: Headers) =>
  post(server, '/email/verification-notification', { email }, { headers })
const login = (email: string, password: string) => post(server, '/login', { email, password })
const linkTo = (address: string) => findLink(mails.find(({ to }) => to === address))
const valuesOf = (url: string) => Object.fromEntries(new URL(url).searchParams) as Link

/** Sends the waiting mails about changed addresses; returns their kinds. */
async function sendMails(): Promise<string[]> {
  mails.length = 0
  const kinds: string[] = []
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'email-change' || kind === 'email-change-notice') {
      await accountsMail(server.deps)[kind](id)
      kinds.push(kind)
    }
  return kinds.sort()
}

/** A member with a pending email change, and the links of both mails. */
async function createPendingChange(given?: SignedInMember, email = createEmailAddress()) {
  const member = given ?? (await signedIn())
  await takeWaitingMail(server)
  await save(member, { email, current_password: member.password })
  server.travel(MINUTE + 1000)
  await sendMails()
  const stopUrl = linkTo(member.email)
  return { member, email, link: valuesOf(linkTo(email)), stopUrl, stopLink: valuesOf(stopUrl) }
}

test('D-22 a new address is pending until its link is opened, which ends all other sessions; the old one gets a notice', async () => {
  const { member, email, link } = await createPendingChange()
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: email })
  expect((await login(email, member.password)).status).toBe(422)
  const notice = mails.find(({ to }) => to === member.email)
  expect(notice?.text).toContain(email)
  expect(notice?.text).not.toMatch(/email\/verification/)
  const opened = await confirm(link, member)
  expect(opened.body.user).toMatchObject({ id: member.id, email, pending_email: null })
  expect(await isSignedIn(server, member.headers)).toBe(false)
  expect(await isSignedIn(server, opened.body.token ?? '')).toBe(true)
  expect((await login(email, member.password)).status).toBe(200)
  expect((await confirm(link, member)).body).toEqual({ message: texts.alreadyVerified })
})

test('D-22 only the latest change is mailed and counts, and a new password cancels a pending one', async () => {
  const { member, link: early } = await createPendingChange()
  const [former, latest] = [createEmailAddress(), createEmailAddress()]
  const { password: current_password } = member
  for (const email of [former, latest]) await save(member, { email, current_password })
  server.travel(MINUTE + 1000)
  await sendMails()
  expect([linkTo(former), (await confirm(early, member)).status]).toEqual(['', 422])
  const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8', current_password }
  expect((await save(member, change)).body.data).toMatchObject({ email: member.email, pending_email: null })
  expect((await confirm(valuesOf(linkTo(latest)), member)).status).toBe(422)
})

test('D-22 a member can ask for 25 changes an hour', async () => {
  const member = await signedIn()
  await fillLimit(server, `email-change|${member.id}`, 24)
  const change = () => save(member, { email: createEmailAddress(), current_password: member.password })
  expect([(await change()).status, (await change()).status]).toEqual([200, 429])
})

test('D-20 D-22 D-45 an address of a verified account is taken, also meanwhile; one of an unverified account if it has stamps', async () => {
  const [member, other] = [await signedIn(), await signedIn()]
  const { status, body } = await save(member, { email: other.email, current_password: member.password })
  expect([status, body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  const meanwhile = await createPendingChange(member)
  await createSignedInMember(server.deps, { email: meanwhile.email })
  expect(await confirm(meanwhile.link, member)).toMatchObject({ status: 422, body: { message: texts.emailTaken } })
  const holder = await createSignedInMember(server.deps, { verified: false })
  await giveStamps(server.deps, holder.id)
  const { link } = await createPendingChange(member, holder.email)
  expect(await confirm(link, member)).toMatchObject({ status: 422, body: { message: texts.emailTaken } })
  expect(await me(member)).toMatchObject({ email: member.email })
})

test('D-22 saving the pending address again needs no password and sends no second mail; saving the current one cancels the change', async () => {
  const { member, email, link } = await createPendingChange()
  expect((await save(member, { name: 'Aina R.', email })).body.data).toMatchObject({ pending_email: email })
  expect(await takeWaitingMail(server)).toEqual([])
  const { status, body } = await save(member, { email: member.email.toUpperCase() })
  expect([status, body.data]).toMatchObject([200, { email: member.email, pending_email: null }])
  expect((await confirm(link, member)).status).toBe(422)
  const again = { email, current_password: member.password }
  expect((await save(member, again)).body.data).toMatchObject({ pending_email: email })
  expect((await confirm(link, member)).status).toBe(422)
})

test('D-22 the link to a pending address is resent once a minute, only for its own member, and the first notice stops that change too', async () => {
  const { member, email, link, stopLink } = await createPendingChange()
  expect((await resend(email, (await signedIn()).headers)).status).toBe(200)
  expect(await sendMails()).toEqual([])
  server.travel(30 * MINUTE)
  expect((await resend(email, member.headers)).status).toBe(200)
  expect((await resend(email, member.headers)).status).toBe(429)
  expect(await sendMails()).toEqual(['email-change', 'email-change-notice'])
  expect(mails.map(({ to }) => to).sort()).toEqual([email, member.email].sort())
  const newLink = valuesOf(linkTo(email))
  server.travel(40 * MINUTE)
  expect((await confirm(link, member)).status).toBe(422)
  expect((await confirm(newLink, member)).body.user).toMatchObject({ email })
  expect((await stop(stopLink)).status).toBe(422)
  const second = await createPendingChange()
  expect((await resend(second.email, second.member.headers)).status).toBe(200)
  expect((await stop(second.stopLink)).status).toBe(200)
  expect(await me(second.member)).toMatchObject({ pending_email: null })
})

test('D-22 S-6.02 "Keep my current email", and without a login the link in the notice, stop a change and can be repeated', async () => {
  const kept = await createPendingChange()
  for (const _ of [1, 2]) {
    const { status, data } = await keep(kept.member.headers)
    expect([status, data]).toMatchObject([200, { email: kept.member.email, pending_email: null }])
  }
  const { member, link, stopUrl, stopLink } = await createPendingChange()
  expect(stopUrl).toMatch(/^http:\/\/stampus\.test\/email\/keep\?id=\d+&hash=\w+&expires=\d+&signature=\w+$/)
  for (const method of ['GET', 'HEAD'] as const)
    await server.app.inject({ method, url: stopUrl.replace('http://stampus.test', '') })
  expect(await me(member)).toMatchObject({ pending_email: expect.any(String) })
  for (const _ of [1, 2]) {
    const { status, body } = await stop(stopLink)
    expect([status, body]).toEqual([200, { message: "We've cancelled the change. Your email address stays the same." }])
  }
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: null })
  for (const stopped of [kept, { member, link }]) expect((await confirm(stopped.link, stopped.member)).status).toBe(422)
})

test('D-22 the link in the notice only stops its own change, for 24 hours', async () => {
  const { member, email, link, stopLink } = await createPendingChange()
  expect((await confirm(stopLink, member)).status).toBe(422)
  const other = await createPendingChange()
  for (const wrong of [link, {}, { ...stopLink, id: other.stopLink.id }, { ...stopLink, signature: 'x' }])
    expect((await stop(wrong)).status).toBe(422)
  expect(await me(member)).toMatchObject({ pending_email: email })
  expect(await me(other.member)).toMatchObject({ pending_email: other.email })
  server.travel(24 * 60 * MINUTE)
  expect((await stop(stopLink)).body.message).toBe('This link is invalid or has expired.')
})

test('D-22 an earlier notice stops no later change, and no notice stops a confirmed change', async () => {
  const first = await createPendingChange()
  const second = await createPendingChange(first.member)
  expect((await stop(first.stopLink)).status).toBe(200)
  expect(await me(first.member)).toMatchObject({ pending_email: second.email })
  expect((await confirm(second.link, first.member)).status).toBe(200)
  const { status, body } = await stop(second.stopLink)
  expect([status, body.message]).toEqual([
    422,
    "This change has already been confirmed, so it can't be stopped here. Please contact support.",
  ])
})

test('D-22 D-23 the link of a changed address opens no account without its session or password', async () => {
  const victim = await registerNewMember(server)
  const { member, link } = await createPendingChange(await signedIn(), victim.email)
  for (const headers of [{}, victim.headers, (await signedIn()).headers])
    for (const given of [{}, { new_password: 'Milo-ais-kaw-3' }]) {
      const { status, body } = await openLink(server, link, given, headers)
      expect([status, body.errors]).toEqual([422, { password: ['Password is required'] }])
    }
  const wrong = (times: number) => openLink(server, link, { password: `Wrong-guess-${times}` }, victim.headers)
  for (let times = 0; times < 5; times += 1)
    expect(await wrong(times)).toMatchObject({
      status: 422,
      body: { errors: { password: ['The current password is not correct.'] } },
    })
  expect((await openLink(server, link, { password: member.password })).status).toBe(429)
  expect(await me(member)).toMatchObject({ email: member.email, pending_email: victim.email })
  server.travel(MINUTE + 1000)
  const own = await sendAndReadLink(server, victim.id)
  expect((await openLink(server, own, {}, victim.headers)).body.user).toMatchObject({ id: victim.id })
})

test.each(['session', 'password'])(
  'D-22 D-23 a changed address is confirmed with the %s of the account that requested it',
  async (by) => {
    const squatter = await registerNewMember(server)
    const { member, link } = await createPendingChange(await signedIn(), squatter.email)
    const opened =
      by === 'session'
        ? await confirm(link, member)
        : await openLink(server, link, { password: member.password }, squatter.headers)
    const user = { id: member.id, email: squatter.email, pending_email: null }
    expect([opened.status, opened.body.user]).toMatchObject([200, user])
    expect(await isSignedIn(server, opened.body.token ?? '')).toBe(true)
    for (const { headers } of [member, squatter]) expect(await isSignedIn(server, headers)).toBe(false)
  },
)

test('D-22 D-23 checking the link of a changed address names the account whose password is needed', async () => {
  const { member, email, link } = await createPendingChange()
  const ask = async (headers = {}) => (await post(server, '/email/verification-link', link, { headers })).body.data
  const asked = { email, needs_password: true, is_own: false, is_verified: false, current_email: member.email }
  for (const headers of [{}, (await signedIn()).headers]) expect(await ask(headers)).toEqual(asked)
  expect(await ask(member.headers)).toEqual({ ...asked, needs_password: false, is_own: true })
})

test('D-22 the clean-up cancels a pending address once its link has expired', async () => {
  const { member, email } = await createPendingChange()
  for (const [minutes, pending_email] of [
    [57, email],
    [3, null],
  ] as const) {
    server.travel(minutes * MINUTE)
    for (const part of Object.values(accountsCleanUp(server.deps))) await part()
    expect(await me(member)).toMatchObject({ email: member.email, pending_email })
  }
})

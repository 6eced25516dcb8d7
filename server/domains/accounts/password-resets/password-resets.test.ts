import { createHash } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  type TestMember,
  type TestOperator,
} from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, type Reply, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  findLink,
  parseResetLink,
  type ResetLink,
  requestResetLink,
} from '../../../../tests/support/api/password-resets.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { signedLink } from '../../../platform/security/signed-links.ts'

import { accountsMail } from '../accounts.mail.ts'

const server = serverForTests({ WEB_URL: 'https://rewards.campus.example' })
let mails: Mail[]
let manager: TestOperator
let clientsSoFar = 0

const MINUTES = 60_000
const NEW = 'Teh-tarik-99'

beforeAll(async () => {
  mails = catchMail(server)
  manager = await createOperator(server.deps, { role: 'manager' })
})
beforeEach(() => {
  mails.length = 0
})

/** Requests a link as the manager, each time from another client address. */
function ask(memberId: number): Promise<Reply> {
  clientsSoFar += 1
  return requestResetLink(server, manager, memberId, `10.7.0.${clientsSoFar}`)
}

/** Sends the password mails in the queue. */
async function sendMails(): Promise<void> {
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'password-reset') await accountsMail(server.deps)['password-reset'](id)
}

/** Sends a member a reset link and returns it. */
async function linkFor({ id }: { id: number }): Promise<ResetLink> {
  await takeWaitingMail(server)
  await ask(id)
  await sendMails()
  return parseResetLink(findLink(mails.at(-1)))
}

function use(link: Partial<ResetLink>, password = NEW, headers: Record<string, string> = {}): Promise<Reply> {
  clientsSoFar += 1
  const payload = { ...link, password, password_confirmation: password }
  return post(server, '/password/reset', payload, { headers, from: `10.8.0.${clientsSoFar % 250}` })
}

const login = ({ email }: TestMember, password: string) =>
  post(server, '/login', { email, password }, { from: '10.9.0.1' })
const badLink = { status: 422, body: { message: texts.resetLinkInvalid, errors: {} } }

test('D-25 D-24 D-10 a reset link sets a new password, ends every session and opens none', async () => {
  const member = await createMember(server.deps)
  const sessions = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  expect(await ask(member.id)).toMatchObject({ status: 201, body: { message: texts.resetLinkSent } })
  await sendMails()
  const [mail] = mails
  expect(mail?.to).toBe(member.email)
  expect(findLink(mail).startsWith('https://rewards.campus.example/password/reset?id=')).toBe(true)
  const link = parseResetLink(findLink(mail))
  const { status, body, headers } = await use(link, NEW, sessions[0])
  expect([status, body, headers['cache-control']]).toEqual([200, { message: texts.passwordReset }, 'no-store'])
  for (const session of sessions) expect((await get(server, '/user', session)).status).toBe(401)
  expect((await login(member, member.password)).status).toBe(422)
  expect((await login(member, NEW)).status).toBe(200)
})

test('D-25 a link works once, even if used many times at once', async () => {
  const member = await createMember(server.deps)
  const link = await linkFor(member)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => use(link, `Teh-tarik-${at}x`)))
  const [first, ...others] = answers.map(({ status }) => status).sort()
  expect(first).toBe(200)
  // 429: of one link, five passwords are hashed in five minutes.
  expect(others.filter((status) => status !== 422 && status !== 429)).toEqual([])
  expect(await use(link)).toMatchObject(badLink)
})

test('D-25 a link with any part changed is rejected and the password stays', async () => {
  const [member, other] = [await createMember(server.deps), await createMember(server.deps)]
  const [link, others] = [await linkFor(member), await linkFor(other)]
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  const changed: ResetLink[] = [
    { ...link, id: others.id },
    { ...link, hash: others.hash },
    { ...link, id: 999_999 },
    { ...link, expires: Number(link.expires) + 1 },
    { ...link, expires: `0${link.expires}` },
    { ...link, expires: 'soon' },
    { ...link, signature: '' },
    { ...link, signature: link.signature.toUpperCase() },
    ...[0, 19, 39].map((at) => ({ ...link, hash: flipped(link.hash, at) })),
    ...[0, 31, 63].map((at) => ({ ...link, signature: flipped(link.signature, at) })),
  ]
  for (const wrong of changed) expect([wrong, await use(wrong)]).toEqual([wrong, expect.objectContaining(badLink)])
  for (const part of ['id', 'hash', 'expires', 'signature'])
    for (const broken of [undefined, null, '', 'x', -1, 1.5, [], {}])
      expect([part, broken, await use({ ...link, [part]: broken })]).toEqual([
        part,
        broken,
        expect.objectContaining(badLink),
      ])
  expect((await use({ ...link, id: 'x' }, 'weak')).body).toEqual(badLink.body)
  expect((await login(member, member.password)).status).toBe(200)
  expect((await use(link)).status).toBe(200)
})

test('D-25 a verification link resets no password, and a reset link verifies no address', async () => {
  const member = await createMember(server.deps, { verified: false })
  const link = await linkFor(member)
  const kind = { purpose: 'verification-link', path: '/password/reset' } as const
  const foreign = parseResetLink(
    signedLink(server.deps.config, kind, { id: Number(link.id), hash: link.hash }, server.deps.now()),
  )
  expect(foreign.hash).toBe(link.hash)
  expect(await use(foreign)).toMatchObject(badLink)
  expect((await post(server, `/email/verify/${link.id}/${link.hash}`, link)).status).toBe(422)
  expect((await use(link)).status).toBe(200)
  expect((await login(member, NEW)).body.user?.email_verified_at).toBeNull()
})

test('D-25 a link expires after 60 minutes', async () => {
  const [early, late] = [await createMember(server.deps), await createMember(server.deps)]
  const links = [await linkFor(early), await linkFor(late)] as const
  server.travel(59 * MINUTES)
  expect((await use(links[0])).status).toBe(200)
  server.travel(1 * MINUTES)
  expect(await use(links[1])).toMatchObject(badLink)
})

test('D-25 a new link, a new password and a new address each void the earlier link', async () => {
  const [twice, changer, mover] = [
    await createMember(server.deps),
    await createMember(server.deps),
    await createMember(server.deps),
  ]
  const first = await linkFor(twice)
  server.travel(2 * MINUTES)
  const second = await linkFor(twice)
  expect(await use(first)).toMatchObject(badLink)
  expect((await use(second)).status).toBe(200)
  const change = { current_password: changer.password, password: NEW, password_confirmation: NEW }
  const old = await linkFor(changer)
  const form = { name: changer.name, email: changer.email, ...change }
  expect((await postForm(server, '/user/profile', form, await createMemberSession(server.deps, changer))).status).toBe(
    200,
  )
  expect(await use(old)).toMatchObject(badLink)
  const before = await linkFor(mover)
  await server.deps.db.pool.query({ text: "UPDATE users SET email = 'x' || email WHERE id = $1", values: [mover.id] })
  expect(await use(before)).toMatchObject(badLink)
})

test('D-21 D-25 the new password follows the general rule, and a rejected one leaves the link valid', async () => {
  const member = await createMember(server.deps)
  const link = await linkFor(member)
  const invalidInputs: [string, string][] = [
    ['Teh-1', texts.passwordTooShort],
    ['teh-tarik-99', texts.passwordTooWeak],
    ['Teh tarik-99', texts.passwordWhiteSpace],
    ['Password1!', texts.passwordWellKnown],
  ]
  for (const [password, text] of invalidInputs) {
    const { status, body } = await use(link, password)
    expect([password, status, body.errors]).toEqual([password, 422, { password: [text] }])
  }
  const differing = { ...link, password: NEW, password_confirmation: `${NEW}9` }
  const { body } = await post(server, '/password/reset', differing)
  expect(body.errors).toEqual({ password_confirmation: [texts.passwordsDiffer] })
  expect((await use(link)).status).toBe(200)
})

test('D-25 a trusted device is no longer trusted after a reset', async () => {
  const member = await createMember(server.deps)
  const mark = createHash('sha256').update(member.email).digest('hex')
  await post(server, '/login', { email: member.email, password: member.password, device_mark: mark })
  const marks = () =>
    server.deps.db.pool.query({ text: 'SELECT FROM trusted_devices WHERE user_id = $1', values: [member.id] })
  expect((await marks()).rowCount).toBe(1)
  await use(await linkFor(member))
  expect((await marks()).rowCount).toBe(0)
})

test('D-21 D-25 a reset clears the failed attempts at this account only', async () => {
  const [member, other] = [await createMember(server.deps), await createMember(server.deps)]
  const from = '10.9.1.1'
  const until = new Date(server.deps.now().getTime() + 60 * MINUTES)
  for (const email of [member.email, other.email])
    for (const [key, hits] of [
      [`sign-in|account|${email}`, 25],
      [`sign-in|account+address|${email}|${from}`, 5],
    ])
      await server.deps.db.pool.query({
        text: 'INSERT INTO rate_counters VALUES ($1, $2, $3)',
        values: [key, hits, until],
      })
  const enter = (person: TestMember, password: string) =>
    post(server, '/login', { email: person.email, password }, { from })
  expect((await enter(member, member.password)).status).toBe(429)
  expect((await use(await linkFor(member))).status).toBe(200)
  expect((await enter(member, NEW)).status).toBe(200)
  expect((await enter(other, other.password)).status).toBe(429)
})

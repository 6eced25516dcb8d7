import { createHash, randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  createSignedInMember,
  suspend,
  type TestMember,
  type TestOperator,
} from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import {
  findLink,
  parseResetLink,
  type ResetLink,
  requestResetLink,
} from '../../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { signedLink } from '../../../platform/security/signed-links.ts'
import { accountsMail } from '../accounts.mail.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests({ WEB_URL: 'https://rewards.campus.example' })
let mails: Mail[]
let manager: TestOperator
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  manager = await createOperator(server.deps, { role: 'manager' })
  await takeWaitingMail(server)
  mails.length = 0
})

const MINUTES = 60_000
const NEW = 'Teh-tarik-99'
const badLink = { status: 422, body: { message: texts.resetLinkInvalid, errors: {} } }

const ask = ({ id }: { id: number }, from = nextClientAddress()) => requestResetLink(server, manager, id, from)

/** Sends the password mails in the queue. */
async function sendMails(): Promise<void> {
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'password-reset') await accountsMail(server.deps)['password-reset'](id)
}

/** Sends a member a reset link and returns it. */
async function linkFor(member: { id: number }): Promise<ResetLink> {
  await ask(member)
  await sendMails()
  return parseResetLink(findLink(mails.at(-1)))
}

function use(link: Partial<ResetLink>, password = NEW, headers: Record<string, string> = {}) {
  const payload = { ...link, password, password_confirmation: password }
  return post(server, '/password/reset', payload, { headers, from: nextClientAddress() })
}

const login = ({ email }: TestMember, password: string, from = nextClientAddress()) =>
  post(server, '/login', { email, password }, { from })

test('D-25 D-24 D-10 D-55 a reset link sets a new password, ends every session and trusted device, and opens none', async () => {
  const member = await createSignedInMember(server.deps)
  const sessions = [member.headers, await createMemberSession(server.deps, member)]
  const device_mark = createHash('sha256').update(member.email).digest('hex')
  await post(server, '/login', { email: member.email, password: member.password, device_mark })
  const countDevices = async () =>
    (await server.sql('SELECT FROM trusted_devices WHERE user_id = $1', [member.id])).rowCount
  expect(await countDevices()).toBe(1)
  expect(await ask(member)).toMatchObject({ status: 201, body: { message: texts.resetLinkSent } })
  const entry = { operator_id: manager.id, action: 'member.reset_link_sent', changes: null }
  expect(await findAuditEntries(server, 'member', member.id)).toEqual([entry])
  await sendMails()
  const [mail] = mails
  expect(mail?.to).toBe(member.email)
  expect(findLink(mail).startsWith('https://rewards.campus.example/password/reset?id=')).toBe(true)
  const { status, body, headers } = await use(parseResetLink(findLink(mail)), NEW, sessions[0])
  expect([status, body, headers['cache-control']]).toEqual([200, { message: texts.passwordReset }, 'no-store'])
  for (const session of sessions) expect((await get(server, '/user', session)).status).toBe(401)
  expect(await countDevices()).toBe(0)
  expect((await login(member, member.password)).status).toBe(422)
  expect((await login(member, NEW)).status).toBe(200)
})

test('D-25 D-40 a reset link works again only for who used it: with the same secret key and password, within ten minutes', async () => {
  const link = await linkFor(await createMember(server.deps))
  const useWith = async (key: string, password = NEW) => (await use(link, password, { 'idempotency-key': key })).status
  const key = randomUUID()
  expect([await useWith(key), await useWith(key)]).toEqual([200, 200])
  expect([await useWith(randomUUID()), await useWith(key, 'Kopi-0-kosong')]).toEqual([422, 422])
  server.travel(10 * MINUTES)
  expect(await useWith(key)).toBe(422)
  Object.assign(link, await linkFor(await createMember(server.deps)))
  expect([await useWith('guessable'), await useWith('guessable')]).toEqual([200, 422])
})

test('D-25 a link of another account or purpose, with a part changed or missing, or after 60 minutes is rejected and the password stays', async () => {
  const member = await createMember(server.deps, { verified: false })
  const others = await linkFor(await createMember(server.deps))
  const link = await linkFor(member)
  const kind = { purpose: 'verification-link', path: '/password/reset' } as const
  const facts = { id: Number(link.id), hash: link.hash }
  const foreign = parseResetLink(signedLink(server.deps.config, kind, facts, server.deps.now()))
  for (const part of [
    foreign,
    { id: others.id },
    { hash: others.hash },
    { id: 999_999 },
    { expires: Number(link.expires) + 1 },
    ...['id', 'hash', 'expires', 'signature'].flatMap((part) => [undefined, -1, []].map((bad) => ({ [part]: bad }))),
  ])
    expect([part, await use({ ...link, ...(part as object) })]).toEqual([part, expect.objectContaining(badLink)])
  expect((await use({ ...link, id: 'x' }, 'weak')).body).toEqual(badLink.body)
  expect((await post(server, `/email/verify/${link.id}/${link.hash}`, link)).status).toBe(422)
  server.travel(59 * MINUTES)
  expect((await use(link)).status).toBe(200)
  expect(await use(link)).toMatchObject(badLink)
  expect((await login(member, NEW)).body.user?.email_verified_at).toBeNull()
  server.travel(1 * MINUTES)
  expect(await use(others)).toMatchObject(badLink)
})

test('D-25 a new link, a new password, a new address and a suspension each void the earlier link', async () => {
  const { deps } = server
  const twice = await createMember(deps)
  const first = await linkFor(twice)
  server.travel(2 * MINUTES)
  const second = await linkFor(twice)
  expect(await use(first)).toMatchObject(badLink)
  expect((await use(second)).status).toBe(200)
  for (const change of [
    async ({ id, name, email, password: current_password }: TestMember) => {
      const form = { name, email, current_password, password: NEW, password_confirmation: NEW }
      expect((await postForm(server, '/user/profile', form, await createMemberSession(deps, { id }))).status).toBe(200)
    },
    ({ id }: TestMember) => server.sql("UPDATE users SET email = 'x' || email WHERE id = $1", [id]),
    ({ id }: TestMember) => suspend(deps, id),
  ]) {
    const member = await createMember(deps)
    const link = await linkFor(member)
    await change(member)
    expect(await use(link)).toMatchObject(badLink)
  }
})

test('D-21 D-25 the new password follows the general rule, and a rejected one leaves the link valid; a reset clears the failed attempts at this account only', async () => {
  const [member, other] = [await createMember(server.deps), await createMember(server.deps)]
  const from = nextClientAddress()
  for (const { email } of [member, other]) {
    await fillLimit(server, `sign-in|account|${email}`, 25)
    await fillLimit(server, `sign-in|account+address|${email}|${from}`, 5)
  }
  expect((await login(member, member.password, from)).status).toBe(429)
  const link = await linkFor(member)
  for (const [password, text] of [
    ['Teh-1', texts.passwordTooShort],
    ['Password1!', texts.passwordWellKnown],
  ] as const)
    expect(await use(link, password)).toMatchObject({ status: 422, body: { errors: { password: [text] } } })
  const { body } = await post(server, '/password/reset', { ...link, password: NEW, password_confirmation: `${NEW}9` })
  expect(body.errors).toEqual({ password_confirmation: [texts.passwordsDiffer] })
  expect((await use(link)).status).toBe(200)
  expect((await login(member, NEW, from)).status).toBe(200)
  expect((await login(other, other.password, from)).status).toBe(429)
})

test('D-25 an unknown and a suspended member get no link; one suspended or a day later gets no mail', async () => {
  for (const { id } of [{ id: 999_999 }, await createMember(server.deps, { suspended: true })])
    expect((await ask({ id })).status).toBe(404)
  const suspended = await createMember(server.deps)
  await ask(suspended)
  await suspend(server.deps, suspended.id)
  await sendMails()
  await ask(await createMember(server.deps))
  server.travel(25 * 60 * MINUTES)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  await sendMails()
  expect(mails).toEqual([])
})

test('D-25 bad links are slowed down by client address, requesting them by account, mailing them by mailbox', async () => {
  const bad = { id: 1, hash: 'x', expires: 1, signature: 'x' }
  const tryFrom = async (from: string, link: object) =>
    (await post(server, '/password/reset', { ...link, password: NEW, password_confirmation: NEW }, { from })).status
  await fillLimit(server, 'reset|address|10.10.0.1', 60)
  expect(await tryFrom('10.10.0.1', bad)).toBe(422)
  expect(await tryFrom('10.10.0.1', await linkFor(await createMember(server.deps)))).toBe(200)
  mails.length = 0
  const member = await createMember(server.deps)
  const asked: number[] = []
  for (let times = 0; times < 6; times += 1) asked.push((await ask(member, '10.10.0.3')).status)
  expect(asked).toEqual([201, 201, 201, 201, 201, 429])
  for (const from of [undefined, '10.10.0.4']) {
    if (from) await ask(member, from)
    await sendMails()
    expect(mails).toHaveLength(1)
  }
  expect((await takeWaitingMail(server))[0]?.seconds).toBeGreaterThan(30)
})

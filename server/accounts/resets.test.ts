import { createHash } from 'node:crypto'
import * as texts from '@stampus/contract/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../mail/mailer.ts'
import {
  aMember,
  anOperator,
  operatorHeaders,
  signedIn,
  suspend,
  type TestMember,
  type TestOperator,
} from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { caughtMail, get, post, postForm, type Reply, takeWaitingMail } from '../testing/calls.ts'
import { accountsCleanUp } from './clean-up.ts'
import { signedLink } from './links.ts'
import { accountsMail } from './mail.ts'

let server: TestApp
let mails: Mail[]
let manager: TestOperator
let houses = 0

const MINUTES = 60_000
const HOURS = 60 * MINUTES
const NEW = 'Teh-tarik-99'

beforeAll(async () => {
  server = await testApp({ WEB_URL: 'https://rewards.campus.example' })
  mails = caughtMail(server)
  manager = await anOperator(server.deps, { role: 'manager' })
})
beforeEach(() => {
  mails.length = 0
})
afterAll(() => server.close())

/** Asks for a reset link as the console does. */
async function ask(memberId: number, by: { id: number } = manager): Promise<Reply> {
  const headers = { ...(await operatorHeaders(server.deps, by)), 'sec-fetch-site': 'same-origin' }
  houses += 1
  return post(server, `/console/members/${memberId}/reset-link`, {}, { headers, from: `10.7.0.${houses}` })
}

/** Sends the mails about passwords that wait. */
async function sendMails(): Promise<void> {
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'password-reset') await accountsMail(server.deps)['password-reset'](id)
}

type Link = { id: string | number; hash: string; expires: string | number; signature: string }

const urlIn = (mail: Mail | undefined) => /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
const linkIn = (url: string) => Object.fromEntries(new URL(url).searchParams) as Link

/** The link that a member gets now. */
async function linkFor({ id }: { id: number }): Promise<Link> {
  await takeWaitingMail(server)
  await ask(id)
  await sendMails()
  return linkIn(urlIn(mails.at(-1)))
}

function use(link: Partial<Link>, password = NEW, headers: Record<string, string> = {}): Promise<Reply> {
  houses += 1
  const payload = { ...link, password, password_confirmation: password }
  return post(server, '/password/reset', payload, { headers, from: `10.8.0.${houses % 250}` })
}

const login = ({ email }: TestMember, password: string) =>
  post(server, '/login', { email, password }, { from: '10.9.0.1' })
const badLink = { status: 422, body: { message: texts.resetLinkInvalid, errors: {} } }

test('D-25 D-24 D-10 the link that support sends sets a new password, ends every session and opens none', async () => {
  const member = await aMember(server.deps)
  const sessions = [await signedIn(server.deps, member), await signedIn(server.deps, member)]
  expect(await ask(member.id)).toMatchObject({ status: 201, body: { message: texts.resetLinkSent } })
  await sendMails()
  const [mail] = mails
  expect(mail?.to).toBe(member.email)
  expect(urlIn(mail).startsWith('https://rewards.campus.example/password/reset?id=')).toBe(true)
  const link = linkIn(urlIn(mail))
  const { status, body, headers } = await use(link, NEW, sessions[0])
  expect([status, body, headers['cache-control']]).toEqual([200, { message: texts.passwordReset }, 'no-store'])
  for (const session of sessions) expect((await get(server, '/user', session)).status).toBe(401)
  expect((await login(member, member.password)).status).toBe(422)
  expect((await login(member, NEW)).status).toBe(200)
})

test('D-25 a link works once, also when it is used many times at once', async () => {
  const member = await aMember(server.deps)
  const link = await linkFor(member)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => use(link, `Teh-tarik-${at}x`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
  expect(await use(link)).toMatchObject(badLink)
})

test('D-25 a link with any part changed is refused and the password stays', async () => {
  const [member, other] = [await aMember(server.deps), await aMember(server.deps)]
  const [link, others] = [await linkFor(member), await linkFor(other)]
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  const changed: Link[] = [
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
  for (const missing of ['hash', 'expires', 'signature'])
    expect((await use({ ...link, [missing]: undefined })).status).toBe(422)
  expect((await login(member, member.password)).status).toBe(200)
  expect((await use(link)).status).toBe(200)
})

test('D-25 a link signed for verification resets nothing, and a reset link verifies nothing', async () => {
  const member = await aMember(server.deps, { verified: false })
  const link = await linkFor(member)
  const kind = { purpose: 'verification-link', path: '/password/reset' } as const
  const foreign = linkIn(
    signedLink(server.deps.config, kind, { id: Number(link.id), hash: link.hash }, server.deps.now()),
  )
  expect(foreign.hash).toBe(link.hash)
  expect(await use(foreign)).toMatchObject(badLink)
  expect((await post(server, `/email/verify/${link.id}/${link.hash}`, link)).status).toBe(422)
  expect((await use(link)).status).toBe(200)
  expect((await login(member, NEW)).body.user?.email_verified_at).toBeNull()
})

test('D-25 a link expires after 60 minutes', async () => {
  const [early, late] = [await aMember(server.deps), await aMember(server.deps)]
  const links = [await linkFor(early), await linkFor(late)] as const
  server.travel(59 * MINUTES)
  expect((await use(links[0])).status).toBe(200)
  server.travel(1 * MINUTES)
  expect(await use(links[1])).toMatchObject(badLink)
})

test('D-25 a new link, a new password and a new address each void the link before', async () => {
  const [twice, changer, mover] = [await aMember(server.deps), await aMember(server.deps), await aMember(server.deps)]
  const first = await linkFor(twice)
  server.travel(2 * MINUTES)
  const second = await linkFor(twice)
  expect(await use(first)).toMatchObject(badLink)
  expect((await use(second)).status).toBe(200)
  const change = { current_password: changer.password, password: NEW, password_confirmation: NEW }
  const old = await linkFor(changer)
  const form = { name: changer.name, email: changer.email, ...change }
  expect((await postForm(server, '/user/profile', form, await signedIn(server.deps, changer))).status).toBe(200)
  expect(await use(old)).toMatchObject(badLink)
  const before = await linkFor(mover)
  await server.deps.db.pool.query({ text: "UPDATE users SET email = 'x' || email WHERE id = $1", values: [mover.id] })
  expect(await use(before)).toMatchObject(badLink)
})

test('D-21 D-25 the new password follows the one rule, and a refused one leaves the link good', async () => {
  const member = await aMember(server.deps)
  const link = await linkFor(member)
  const faults: [string, string][] = [
    ['Teh-1', texts.passwordTooShort],
    ['teh-tarik-99', texts.passwordTooWeak],
    ['Teh tarik-99', texts.passwordWhiteSpace],
    ['Password1!', texts.passwordWellKnown],
  ]
  for (const [password, text] of faults) {
    const { status, body } = await use(link, password)
    expect([password, status, body.errors]).toEqual([password, 422, { password: [text] }])
  }
  const differing = { ...link, password: NEW, password_confirmation: `${NEW}9` }
  const { body } = await post(server, '/password/reset', differing)
  expect(body.errors).toEqual({ password_confirmation: [texts.passwordsDiffer] })
  expect((await use(link)).status).toBe(200)
})

test('D-25 D-55 only a manager sends links, from the console itself, and it is written down by id', async () => {
  const member = await aMember(server.deps)
  await takeWaitingMail(server)
  const reviewer = await anOperator(server.deps)
  expect((await ask(member.id, reviewer)).status).toBe(403)
  expect((await post(server, `/console/members/${member.id}/reset-link`, {})).status).toBe(403)
  const own = { 'sec-fetch-site': 'same-origin' }
  expect((await post(server, `/console/members/${member.id}/reset-link`, {}, { headers: own })).status).toBe(401)
  const asMember = { ...own, ...(await signedIn(server.deps, member)) }
  expect((await post(server, `/console/members/${member.id}/reset-link`, {}, { headers: asMember })).status).toBe(401)
  expect(await takeWaitingMail(server)).toEqual([])
  await ask(member.id)
  const { rows } = await server.deps.db.pool.query({
    text: "SELECT operator_id, action, changed_fields FROM audit_entries WHERE subject_kind = 'member' AND subject_id = $1",
    values: [member.id],
  })
  expect(rows).toEqual([{ operator_id: manager.id, action: 'member.reset_link_sent', changed_fields: [] }])
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'password-reset', seconds: 0 }])
})

test('D-25 nobody and a suspended member get no link, and one sent before the suspension is dead', async () => {
  expect((await ask(999_999)).status).toBe(404)
  expect((await ask((await aMember(server.deps, { suspended: true })).id)).status).toBe(404)
  const [early, late] = [await aMember(server.deps), await aMember(server.deps)]
  const link = await linkFor(early)
  await suspend(server.deps, early.id)
  expect(await use(link)).toMatchObject(badLink)
  await ask(late.id)
  await suspend(server.deps, late.id)
  mails.length = 0
  await sendMails()
  expect(mails).toEqual([])
})

test('D-25 a browser that was known before the reset is known no longer', async () => {
  const member = await aMember(server.deps)
  const mark = createHash('sha256').update(member.email).digest('hex')
  await post(server, '/login', { email: member.email, password: member.password, device_mark: mark })
  const marks = () =>
    server.deps.db.pool.query({ text: 'SELECT FROM device_marks WHERE user_id = $1', values: [member.id] })
  expect((await marks()).rowCount).toBe(1)
  await use(await linkFor(member))
  expect((await marks()).rowCount).toBe(0)
})

test('D-25 trying links is limited by address, asking for them by account, mailing them by mailbox', async () => {
  const member = await aMember(server.deps)
  const link = { id: 1, hash: 'x', expires: 1, signature: 'x', password: NEW, password_confirmation: NEW }
  const tries = Array.from({ length: 61 }, () => post(server, '/password/reset', link, { from: '10.10.0.1' }))
  const answers = (await Promise.all(tries)).map(({ status }) => status)
  expect([answers.filter((status) => status === 422).length, answers.filter((s) => s === 429).length]).toEqual([60, 1])
  expect((await post(server, '/password/reset', link, { from: '10.10.0.2' })).status).toBe(422)
  const headers = { ...(await operatorHeaders(server.deps, manager)), 'sec-fetch-site': 'same-origin' }
  const path = `/console/members/${member.id}/reset-link`
  const asked: number[] = []
  for (let times = 0; times < 6; times += 1)
    asked.push((await post(server, path, {}, { headers, from: '10.10.0.3' })).status)
  expect(asked).toEqual([201, 201, 201, 201, 201, 429])
  await sendMails()
  expect(mails).toHaveLength(1)
  await ask(member.id)
  await sendMails()
  expect(mails).toHaveLength(1)
  expect((await takeWaitingMail(server))[0]?.seconds).toBeGreaterThan(30)
})

test('D-25 what is remembered of a reset goes after a day, and its mail with it', async () => {
  const member = await aMember(server.deps)
  await takeWaitingMail(server)
  await ask(member.id)
  server.travel(25 * HOURS)
  for (const part of accountsCleanUp(server.deps)) await part()
  await sendMails()
  expect(mails).toEqual([])
})

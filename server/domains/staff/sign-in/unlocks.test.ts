import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOperator } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { totpCode } from '../../../../tests/support/api/codes.ts'
import { connectCounter, cookiesOf, createOwner, createOwnerSession } from '../../../../tests/support/api/counters.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { consolePost } from '../../../../tests/support/api/operators.ts'
import { findLink, parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { staffMail } from '../staff.mail.ts'
import { staffCleanUp } from '../staff-clean-up.ts'

const server = serverForTests()

const MINUTE = 60_000
const NEW_PASSWORD = 'Teh-0-kosong'
const LOCKED =
  'Too many wrong passwords. If there is such an account, we have emailed it a link to sign in without waiting. Otherwise try again in an hour.'

type Account = { id: number; email: string; password: string }
type Answer = { status: number; message?: string; errors?: object; cookie: string; set: string }
type Kind = {
  create: () => Promise<Account>
  scope: string
  app: 'console' | 'counter'
  page: RegExp
  post: (path: string, payload: object, cookie?: string, from?: string) => Promise<Answer>
  signInPath: string
  unlockPath: string
}

const kinds: Record<'operators' | 'owners', Kind> = {
  operators: {
    create: () => createOperator(server.deps),
    scope: 'console',
    app: 'console',
    page: /^http:\/\/stampus\.test\/console\/unlock\?/,
    post: (path, payload, cookie = '', from = nextClientAddress()) => consolePost(server, path, payload, cookie, from),
    signInPath: '/session',
    unlockPath: '/unlock',
  },
  owners: {
    create: () => createOwner(server.deps),
    scope: 'owner',
    app: 'counter',
    page: /^http:\/\/stampus\.test\/counter\/unlock\?/,
    post: async (path, payload, cookie = '', from = nextClientAddress()) => {
      const { set, ...answer } = await connectCounter(server, { headers: { cookie }, from })('POST', path, payload)
      return { ...answer, set: set.join('\n'), cookie: cookiesOf(set).cookie ?? '' }
    },
    signInPath: '/owner/session',
    unlockPath: '/owner/unlock',
  },
}
const { operators, owners } = kinds
const each = Object.entries(kinds)

const signIn = ({ post, signInPath }: Kind, { email, password }: Omit<Account, 'id'>, cookie?: string) =>
  post(signInPath, { email, password }, cookie)

/** Tries to sign in once the attempts of the account are used up. */
async function lock(kind: Kind, { email }: { email: string }): Promise<Answer> {
  await fillLimit(server, `${kind.scope}|account|${email}`, 25)
  return signIn(kind, { email, password: 'Wrong-pass-1' })
}

/** Sends the waiting mails and returns those that were sent. */
async function sendMails() {
  const mails = catchMail(server)
  const send = staffMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'operator-unlock' || kind === 'owner-unlock') await send[kind](id)
  return mails
}

async function lockAndReadLink(kind: Kind, account: Account) {
  await takeWaitingMail(server)
  await lock(kind, account)
  return parseResetLink(findLink((await sendMails())[0]))
}

test.each(each)(
  'D-21 %s whom strangers lock out get one mail, whose link lets the browser that opens it sign in with the password',
  async (_, kind) => {
    const account = await kind.create()
    await takeWaitingMail(server)
    await fillLimit(server, `${kind.scope}|account|${account.email}`, 24)
    expect((await signIn(kind, { ...account, password: 'Wrong-pass-1' })).status).toBe(422)
    const refused = await signIn(kind, account)
    expect(refused).toMatchObject({ status: 429, message: LOCKED, errors: { email: [LOCKED] } })
    for (let at = 0; at < 3; at += 1) expect((await signIn(kind, account)).status).toBe(429)
    const [mail, ...more] = await sendMails()
    expect([mail?.to, more]).toEqual([account.email, []])
    expect(mail?.text).toContain('25 wrong passwords or codes')
    expect(findLink(mail)).toMatch(kind.page)
    const link = parseResetLink(findLink(mail))
    const opened = await kind.post(kind.unlockPath, link)
    expect([opened.status, opened.message]).toEqual([200, 'This browser is unlocked for an hour. You can sign in now.'])
    expect(opened.set).toMatch(
      /^stampus_(console|owner)_unlock=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await signIn(kind, account)).status).toBe(429)
    const other = await kind.create()
    expect((await lock(kind, other)).status).toBe(429)
    expect((await signIn(kind, other, opened.cookie)).status).toBe(429)
    expect((await signIn(kind, account, opened.cookie)).status).toBe(200)
    const [late] = await sendMails()
    const password = `${kind.app}_password_hash`
    await server.sql(`UPDATE staff SET ${password} = ${password} || 'x' WHERE id = $1`, [other.id])
    expect((await kind.post(kind.unlockPath, parseResetLink(findLink(late)))).status).toBe(422)
  },
)

test('D-21 an unlock link works once, for 60 minutes, and gives 10 attempts within the hour', async () => {
  const [account, second] = [await operators.create(), await operators.create()]
  const link = await lockAndReadLink(operators, account)
  for (const changed of [{ id: Number(link.id) + 1 }, { signature: 'x' }])
    expect((await operators.post('/unlock', { ...link, ...changed })).status).toBe(422)
  const uses = await Promise.all([1, 2, 3].map(() => operators.post('/unlock', link)))
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(uses.find(({ status }) => status === 422)?.message).toBe(
    'This link is invalid, was already used or has expired.',
  )
  const cookie = uses.find(({ status }) => status === 200)?.cookie
  expect((await signIn(operators, { ...account, password: 'Wrong-pass-1' }, cookie)).status).toBe(422)
  await server.sql("UPDATE rate_counters SET hits = 9 WHERE key LIKE 'console|unlocked|%'")
  for (const status of [422, 429])
    expect((await signIn(operators, { ...account, password: 'Wrong-pass-1' }, cookie)).status).toBe(status)
  const { cookie: kept } = await operators.post('/unlock', await lockAndReadLink(operators, second))
  const late = await lockAndReadLink(operators, await operators.create())
  server.travel(60 * MINUTE)
  expect((await operators.post('/unlock', late)).status).toBe(422)
  await lock(operators, second)
  expect((await signIn(operators, second, kept)).status).toBe(429)
})

test('D-21 each lock sends one mail, unknown addresses get the same answer and none, and none is sent an hour later', async () => {
  const account = await operators.create()
  await takeWaitingMail(server)
  const unknown = await lock(operators, { email: 'nobody@elsewhere.example' })
  expect(await sendMails()).toEqual([])
  const known = await lock(operators, account)
  expect([known.status, known.message, known.errors]).toEqual([unknown.status, unknown.message, unknown.errors])
  expect(await sendMails()).toHaveLength(1)
  server.travel(60 * MINUTE)
  await lock(operators, account)
  expect(await sendMails()).toHaveLength(1)
  server.travel(60 * MINUTE)
  await lock(operators, account)
  server.travel(60 * MINUTE)
  expect(await sendMails()).toEqual([])
  await lock(owners, await owners.create())
  server.travel(25 * 60 * MINUTE)
  for (const part of Object.values(staffCleanUp(server.deps))) await part()
  expect((await server.sql('SELECT FROM staff_unlocks')).rowCount).toBe(0)
})

test('D-21 a manager who ends the sessions of an operator ends the unlock of a browser too', async () => {
  const account = await createOperator(server.deps)
  const { cookie } = await operators.post('/unlock', await lockAndReadLink(operators, account))
  const manager = await createDesk(server, { role: 'manager' })
  expect((await manager.call('DELETE', `/operators/${account.id}/sessions`)).status).toBe(200)
  expect((await signIn(operators, account, cookie)).status).toBe(429)
})

test('D-21 D-100 the unlock mail to an owner is in the owner’s language, and its page too', async () => {
  const account = await createOwner(server.deps)
  await server.sql("UPDATE staff SET language = 'ms' WHERE id = $1", [account.id])
  await takeWaitingMail(server)
  await lock(owners, account)
  const [mail] = await sendMails()
  expect(mail?.text).toContain('25 kata laluan atau kod yang salah')
  expect(findLink(mail)).toContain('lang=ms')
})

test('D-21 an unlocked browser may give the code of the second factor', async () => {
  const account = await createOwner(server.deps)
  const own = connectCounter(server, { headers: await createOwnerSession(server.deps, account) })
  const password = { current_password: account.password }
  const { data } = await own<{ secret: string }>('POST', '/owner/account/second-factor', password)
  const code = () => ({ code: totpCode(data.secret, server.deps.now()) })
  expect((await own('POST', '/owner/account/second-factor/code', code())).status).toBe(200)
  const { cookie } = await owners.post('/owner/unlock', await lockAndReadLink(owners, account))
  server.travel(MINUTE)
  const { cookie: pending } = await signIn(owners, account, cookie)
  const keyed = { cookie: pending, 'idempotency-key': randomUUID() }
  const locked = connectCounter(server, { headers: keyed, from: nextClientAddress() })
  for (const _ of ['first', 'repeated']) expect((await locked('POST', '/owner/session/code', code())).status).toBe(429)
  expect((await owners.post('/owner/session/code', code(), `${pending}; ${cookie}`)).status).toBe(200)
})

test('D-21 what ends the sessions of an account, such as a new password, ends the unlock of a browser', async () => {
  const account = await owners.create()
  const { cookie } = await owners.post('/owner/unlock', await lockAndReadLink(owners, account))
  const { cookie: session } = await createOwnerSession(server.deps, account)
  const change = { current_password: account.password, password: NEW_PASSWORD }
  expect((await owners.post('/owner/account/password', change, session)).status).toBe(200)
  await lock(owners, account)
  expect((await signIn(owners, { ...account, password: NEW_PASSWORD }, cookie)).status).toBe(429)
})

import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, test } from 'vitest'
import { createOperator, createOperatorSession, type TestOperator } from '../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { totpCode } from '../../../tests/support/api/codes.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import {
  connectCounter,
  cookiesOf,
  createOwner,
  createOwnerSession,
  OWNER_PASSWORD,
} from '../../../tests/support/api/counters.ts'
import { type Answer, createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { consolePost } from '../../../tests/support/api/operators.ts'
import { findLink, parseResetLink } from '../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { nextClientAddress } from '../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { hasOtherManager } from './confirmers.store.ts'
import { staffMail } from './staff.mail.ts'

const server = serverForTests()

const CONSOLE_PASSWORD = 'Kopi-O-panas'
const NEW_PASSWORD = 'Teh-0-kosong'
const wrong = 'Wrong email or password.'
const needsSecond = { status: 409, code: 'needs_second_manager' }

/** Each test has its own managers: those of others count as second ones. */
beforeEach(async () => {
  await server.sql("UPDATE staff SET console_removed_at = now() WHERE role <> 'owner'")
})

type Both = TestOperator & { merchantId: number }

/** An operator who is an owner too, with another password for each app. */
async function createBoth(given: { role?: 'reviewer' | 'manager' } = {}): Promise<Both> {
  const { merchantId, email, id } = await createOwner(server.deps)
  await server.sql('UPDATE staff SET name = $2 WHERE id = $1', [id, 'Rosnah'])
  const operator = await createOperator(server.deps, { ...given, email, password: CONSOLE_PASSWORD })
  expect(operator.id).toBe(id)
  return { ...operator, merchantId }
}

const signInToConsole = ({ email }: { email: string }, password: string, cookie = '', from?: string) =>
  consolePost(server, '/session', { email, password }, cookie, from)

async function signInToCounter({ email }: { email: string }, password: string, cookie = '') {
  const call = connectCounter(server, { headers: { cookie }, from: nextClientAddress() })
  const answer = await call('POST', '/owner/session', { email, password })
  return { ...answer, ...cookiesOf(answer.set) }
}

const counterOf = (cookie: string) => connectCounter(server, { headers: { cookie }, from: nextClientAddress() })
const consoleStatus = async (cookie: string) =>
  (await server.app.inject({ url: '/api/console/session', headers: { cookie, 'sec-fetch-site': 'same-origin' } }))
    .statusCode

/** The cookies of one app under the names of the other. */
const asConsole = (cookie: string) => cookie.replaceAll('stampus_owner', 'stampus_console')
const asCounter = (cookie: string) => cookie.replaceAll('stampus_console', 'stampus_owner')

/** Turns the second factor on in the console. Returns its secret. */
async function turnOnFactor(account: Both, cookie: string): Promise<string> {
  const { data } = await consolePost(server, '/account/second-factor', { current_password: CONSOLE_PASSWORD }, cookie)
  const code = totpCode(data.secret, server.deps.now())
  expect((await consolePost(server, '/account/second-factor/code', { code }, cookie)).status).toBe(200)
  expect(account.id).toBeGreaterThan(0)
  return data.secret
}

/** Sends the waiting mails and returns the links in them by kind. */
async function readLinks() {
  const mails = catchMail(server)
  const links: Record<string, ReturnType<typeof parseResetLink>> = {}
  const handlers: Record<string, (id: number) => Promise<void>> = staffMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server)) {
    const before = mails.length
    await handlers[kind]?.(id)
    const mail = mails[before]
    if (mail) links[kind] = parseResetLink(findLink(mail))
  }
  return links
}

test('D-50 R-4.01 an owner who becomes an operator, and the reverse, is one account with a password for each app', async () => {
  const both = await createBoth()
  expect((await signInToConsole(both, OWNER_PASSWORD)).message).toBe(wrong)
  expect((await signInToCounter(both, CONSOLE_PASSWORD)).message).toBe(wrong)
  expect((await signInToConsole(both, CONSOLE_PASSWORD)).data).toMatchObject({ id: both.id, role: 'reviewer' })
  expect((await signInToCounter(both, OWNER_PASSWORD)).data).toMatchObject({ id: both.id, language: 'en' })
  const manager = await createDesk(server, { role: 'manager' })
  const operator = await createOperator(server.deps)
  const { id: merchant } = await createMerchant(server.deps)
  const form = { name: 'Other', email: operator.email.toUpperCase(), language: 'ms', merchant_ids: [merchant] }
  await takeWaitingMail(server)
  const invited = await manager.call<Answer & { data: { id: number; name: string } }>('POST', '/owners', form)
  expect(invited.data).toMatchObject({ id: operator.id, name: operator.name, language: 'ms', invited: true })
  const { 'owner-link': link } = await readLinks()
  expect((await counterOf('')('POST', '/owner/password', { ...link, password: NEW_PASSWORD })).status).toBe(200)
  expect((await signInToConsole(operator, NEW_PASSWORD)).message).toBe(wrong)
  expect((await signInToConsole(operator, operator.password)).status).toBe(200)
})

test('D-50 R-4.01 sessions, devices, waiting sign-ins, unlocks and links of one app open nothing in the other', async () => {
  const both = await createBoth()
  const [console_, counter] = [
    await signInToConsole(both, CONSOLE_PASSWORD),
    await signInToCounter(both, OWNER_PASSWORD),
  ]
  expect([await consoleStatus(console_.cookie), await consoleStatus(asConsole(counter.cookie))]).toEqual([200, 401])
  expect((await counterOf(counter.cookie)('GET', '/owner/session')).status).toBe(200)
  expect((await counterOf(asCounter(console_.cookie))('GET', '/owner/session')).status).toBe(401)
  // A device is trusted where it has signed in.
  await fillLimit(server, `console|account|${both.email}`, 25)
  await fillLimit(server, `owner|account|${both.email}`, 25)
  expect((await signInToConsole(both, CONSOLE_PASSWORD, asConsole(counter.cookie))).status).toBe(429)
  expect((await signInToCounter(both, OWNER_PASSWORD, asCounter(console_.cookie))).status).toBe(429)
  const links = await readLinks()
  for (const [link, mine, other] of [
    [links['operator-unlock'], '/api/console/unlock', '/api/counter/owner/unlock'],
    [links['owner-unlock'], '/api/counter/owner/unlock', '/api/console/unlock'],
  ] as const) {
    const open = (url: string) =>
      server.app.inject({ method: 'POST', url, payload: { ...link }, headers: { 'sec-fetch-site': 'same-origin' } })
    expect((await open(other)).statusCode).toBe(422)
    const opened = await open(mine)
    expect(opened.statusCode).toBe(200)
    const { cookie } = cookiesOf([opened.headers['set-cookie'] ?? []].flat())
    const [own, wrongApp] = mine.includes('console')
      ? [
          await signInToConsole(both, CONSOLE_PASSWORD, cookie),
          await signInToCounter(both, OWNER_PASSWORD, asCounter(cookie)),
        ]
      : [
          await signInToCounter(both, OWNER_PASSWORD, cookie),
          await signInToConsole(both, CONSOLE_PASSWORD, asConsole(cookie)),
        ]
    expect([own.status, wrongApp.status]).toEqual([200, 429])
  }
})

test('D-21 R-4.01 wrong passwords at one app do not lock the other', async () => {
  const both = await createBoth()
  await fillLimit(server, `owner|account|${both.email}`, 25)
  expect((await signInToCounter(both, OWNER_PASSWORD)).status).toBe(429)
  expect((await signInToConsole(both, CONSOLE_PASSWORD)).status).toBe(200)
})

test('D-50 R-4.01 a sign-in that waits for its code, and a link to a password, belong to their app', async () => {
  const both = await createBoth()
  const { cookie } = await createOperatorSession(server.deps, both)
  const secret = await turnOnFactor(both, cookie)
  server.travel(60_000)
  const code = { code: totpCode(secret, server.deps.now()) }
  const [console_, counter] = [
    await signInToConsole(both, CONSOLE_PASSWORD),
    await signInToCounter(both, OWNER_PASSWORD),
  ]
  expect([console_.data, counter.data]).toEqual([null, null])
  expect((await consolePost(server, '/session/code', code, asConsole(counter.cookie))).status).toBe(401)
  expect((await counterOf(asCounter(console_.cookie))('POST', '/owner/session/code', code)).status).toBe(401)
  expect((await consolePost(server, '/session/code', code, console_.cookie)).status).toBe(200)
  await createDesk(server, { role: 'reviewer' })
  const manager = await createDesk(server, { role: 'manager' })
  await takeWaitingMail(server)
  expect((await manager.call('POST', `/owners/${both.id}/link`)).status).toBe(201)
  const { 'owner-link': link } = await readLinks()
  const given = { ...link, password: NEW_PASSWORD }
  expect((await consolePost(server, '/password', given)).status).toBe(422)
  expect((await counterOf('')('POST', '/owner/password', given)).status).toBe(200)
  expect((await signInToConsole(both, NEW_PASSWORD)).message).toBe(wrong)
})

test.each([
  ['operators', 'link', 'POST'],
  ['owners', 'link', 'POST'],
  ['operators', 'second-factor', 'DELETE'],
  ['owners', 'second-factor', 'DELETE'],
] as const)(
  'D-50 R-4.01 two managers are needed for %s/%s of someone who is an operator and an owner',
  async (of, what, method) => {
    const both = await createBoth()
    const { cookie } = await createOperatorSession(server.deps, both)
    await turnOnFactor(both, cookie)
    const counter = await createOwnerSession(server.deps, both)
    const [one, two] = [await createDesk(server, { role: 'manager' }), await createDesk(server, { role: 'manager' })]
    const path = `/${of}/${both.id}/${what}`
    expect(await one.call(method, path)).toMatchObject(needsSecond)
    expect(await one.call(method, path)).toMatchObject(needsSecond)
    expect(await consoleStatus(cookie)).toBe(200)
    expect((await two.call(method, path)).status).toBeLessThan(300)
    const entries = await findAuditEntries(server, 'operator', both.id)
    expect(entries.map(({ action }) => action)).toContain('operator.confirmation_asked')
    const kind = of === 'operators' ? 'operator' : 'owner'
    const done = (await findAuditEntries(server, kind, both.id)).at(-1)
    expect(done?.changes).toContainEqual({ field: 'asked_by', before: null, after: String(one.id) })
    if (what === 'link') return
    // It belonged to the sign-in of both apps.
    expect(await consoleStatus(cookie)).toBe(401)
    expect((await counterOf(counter.cookie)('GET', '/owner/session')).status).toBe(401)
  },
)

test('D-50 R-4.01 the person whom it is about is no second manager, so the only other one clears a lost second factor', async () => {
  const both = await createBoth({ role: 'manager' })
  const { cookie } = await createOperatorSession(server.deps, both)
  await turnOnFactor(both, cookie)
  const manager = await createDesk(server, { role: 'manager' })
  expect((await manager.call('DELETE', `/operators/${both.id}/second-factor`)).status).toBe(200)
  const done = (await findAuditEntries(server, 'operator', both.id)).at(-1)
  expect(done?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
})

test('D-50 R-4.01 two managers are needed to make an operator an owner, or to give them another merchant', async () => {
  const [one, two] = [await createDesk(server, { role: 'manager' }), await createDesk(server, { role: 'manager' })]
  const operator = await createOperator(server.deps)
  const [first, second] = [(await createMerchant(server.deps)).id, (await createMerchant(server.deps)).id]
  const form = { name: 'Siti', email: operator.email, language: 'en', merchant_ids: [first] }
  expect(await one.call('POST', '/owners', form)).toMatchObject(needsSecond)
  expect((await one.call('GET', `/owners/${operator.id}`)).status).toBe(404)
  expect(await two.call('POST', '/owners', { ...form, merchant_ids: [second] })).toMatchObject(needsSecond)
  const { data, status } = await two.call<Answer & { data: { version: number } }>('POST', '/owners', form)
  expect(status).toBe(201)
  const change = { ...form, version: data.version, merchant_ids: [first, second] }
  expect(await one.call('PUT', `/owners/${operator.id}`, change)).toMatchObject(needsSecond)
  // Not by a manager who belongs to the merchant.
  await server.sql("INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, 'x', $2)", [
    second,
    two.email,
  ])
  expect(await two.call('PUT', `/owners/${operator.id}`, change)).toMatchObject({
    status: 403,
    message: texts.ownMerchant,
  })
  const three = await createDesk(server, { role: 'manager' })
  expect((await three.call('PUT', `/owners/${operator.id}`, change)).status).toBe(200)
  const fewer = { ...change, version: data.version + 1, merchant_ids: [second] }
  expect((await one.call('PUT', `/owners/${operator.id}`, fewer)).status).toBe(200)
})

test('D-50 R-4.01 two managers are needed to make an owner an operator', async () => {
  const [one, two] = [await createDesk(server, { role: 'manager' }), await createDesk(server, { role: 'manager' })]
  const owner = await createOwner(server.deps)
  const form = { name: 'Siti', email: owner.email.toUpperCase(), role: 'reviewer' }
  expect(await one.call('POST', '/operators', form)).toMatchObject(needsSecond)
  expect(await one.call('POST', '/operators', form)).toMatchObject(needsSecond)
  expect((await one.call('GET', `/operators/${owner.id}`)).status).toBe(404)
  expect(await two.call('POST', '/operators', { ...form, role: 'manager' })).toMatchObject(needsSecond)
  expect(await two.call('POST', '/operators', form)).toMatchObject({ status: 201, data: { id: owner.id } })
  const [{ changes = [] } = {}] = (await findAuditEntries(server, 'operator', owner.id)).slice(-1)
  expect(changes).toContainEqual({ field: 'asked_by', before: null, after: String(one.id) })
  // Of someone new one manager is enough.
  expect((await one.call('POST', '/operators', { ...form, email: 'new.operator@campus.test' })).status).toBe(201)
})

test('D-50 R-4.01 the second factor of an operator is changed in the console only', async () => {
  const both = await createBoth()
  const counter = counterOf((await createOwnerSession(server.deps, both)).cookie)
  const { cookie } = await createOperatorSession(server.deps, both)
  const inConsole = { status: 409, message: 'Change your second factor in the console, where you are an operator.' }
  const proof = { current_password: OWNER_PASSWORD }
  expect(await counter('POST', '/owner/account/second-factor', proof)).toMatchObject(inConsole)
  const secret = await turnOnFactor(both, cookie)
  const again = counterOf((await createOwnerSession(server.deps, both)).cookie)
  server.travel(60_000)
  const code = totpCode(secret, server.deps.now())
  expect(await again('POST', '/owner/account/recovery-codes', { ...proof, code })).toMatchObject(inConsole)
  expect(await again('DELETE', '/owner/account/second-factor', { ...proof, code })).toMatchObject(inConsole)
  // The code was not used up.
  expect(
    (await consolePost(server, '/account/recovery-codes', { current_password: CONSOLE_PASSWORD, code }, cookie)).status,
  ).toBe(201)
})

test('D-50 R-4.01 losing one role ends what belongs to its app, losing the last also the second factor', async () => {
  const both = await createBoth()
  const session = await createOperatorSession(server.deps, both)
  const secret = await turnOnFactor(both, session.cookie)
  const counter = await createOwnerSession(server.deps, both)
  const manager = await createDesk(server, { role: 'manager' })
  expect((await manager.call('DELETE', `/operators/${both.id}`)).status).toBe(200)
  expect([
    await consoleStatus(session.cookie),
    (await counterOf(counter.cookie)('GET', '/owner/session')).status,
  ]).toEqual([401, 200])
  expect((await signInToConsole(both, CONSOLE_PASSWORD)).message).toBe(wrong)
  server.travel(60_000)
  const pending = await signInToCounter(both, OWNER_PASSWORD)
  expect(pending.data).toBeNull()
  const code = { code: totpCode(secret, server.deps.now()) }
  expect((await counterOf(pending.cookie)('POST', '/owner/session/code', code)).status).toBe(200)
  const { data } = await manager.call<Answer & { data: { id: number } }>('POST', '/operators', {
    name: 'Rosnah',
    email: both.email,
    role: 'reviewer',
  })
  expect(data).toMatchObject({ id: both.id, invited: true, has_second_factor: true, last_seen_at: null })
  expect((await manager.call('DELETE', `/owners/${both.id}`)).status).toBe(200)
  expect((await counterOf(counter.cookie)('GET', '/owner/session')).status).toBe(401)
  expect((await manager.call('DELETE', `/operators/${both.id}`)).status).toBe(200)
  const left =
    'SELECT s.email, f.staff_id FROM staff s LEFT JOIN staff_second_factors f ON f.staff_id = s.id WHERE s.id = $1'
  // Its address still tells which members are close to what the operator decided.
  expect((await server.sql(left, [both.id])).rows).toEqual([{ email: both.email, staff_id: null }])
})

test('D-50 R-4.01 who signs in to the counter is not seen in the console, and does not count as a second manager', async () => {
  const both = await createBoth({ role: 'manager' })
  expect((await signInToCounter(both, OWNER_PASSWORD)).status).toBe(200)
  const manager = await createDesk(server, { role: 'manager' })
  const since = new Date(server.deps.now().getTime() - 86_400_000)
  const money = { operatorId: manager.id, merchantIds: [], memberId: null, since }
  expect(await hasOtherManager(server.deps.db.pool, money)).toBe(false)
  await createOperatorSession(server.deps, both)
  expect(await hasOtherManager(server.deps.db.pool, money)).toBe(true)
})

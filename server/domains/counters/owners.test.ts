import type { OwnerCard } from '@stampus/contract/console/counters/owners'
import type { Owner } from '@stampus/contract/counter/owners'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { totpCode } from '../../../tests/support/api/codes.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import {
  connectCounter,
  cookiesOf,
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
  OWNER_PASSWORD,
  PIN,
} from '../../../tests/support/api/counters.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { findLink, parseResetLink } from '../../../tests/support/api/password-resets.ts'
import { countWaiting } from '../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { staffMail } from '../staff/staff.mail.ts'
import { staffCleanUp } from '../staff/staff-clean-up.ts'

const server = serverForTests()

const HOUR = 3_600_000
const NEW_PASSWORD = 'Teh-0-kosong'
let manager: Awaited<ReturnType<typeof createDesk>>
/** Lets hours pass, and with them the session of the manager. */
async function wait(hours: number) {
  server.travel(hours * HOUR)
  manager = await createDesk(server, { role: 'manager' })
}
beforeAll(() => wait(0))
const connect = (headers = {}) => connectCounter(server, { headers })

/** Sends the next mail to an owner and returns it. */
async function readMail() {
  const mails = catchMail(server)
  const [job] = await takeWaitingMail(server)
  if (job?.kind === 'owner-link' || job?.kind === 'owner-second-factor-reset')
    await staffMail(server.deps)[job.kind](job.id)
  return mails[0]
}

let invited = 0
async function invite(given: object = {}) {
  invited += 1
  const merchant = await createMerchant(server.deps)
  const form = { name: 'Rosnah', email: `ros-${invited}@warung.example`, language: 'ms', merchant_ids: [merchant.id] }
  await takeWaitingMail(server)
  type Invited = { status: number; data: OwnerCard; errors: object }
  const answer = await manager.call<Invited>('POST', '/owners', { ...form, ...given })
  return { merchant, form, ...answer, mail: await readMail() }
}

test('R-4.01 a manager invites an owner by any address, who chooses a password with the link and is signed in', async () => {
  const { status, data, mail, merchant, form } = await invite()
  expect([status, data.merchants, data.invited]).toEqual([201, [{ id: merchant.id, name: merchant.name }], true])
  expect(mail?.to).toBe(form.email)
  expect(mail?.text).toContain('Pilih kata laluan')
  expect(mail?.text).toContain(merchant.name)
  const link = findLink(mail)
  expect(link).toMatch(/^http:\/\/stampus\.test\/counter\/password\?/)
  const call = connect()
  const choice = { ...parseResetLink(link), password: NEW_PASSWORD }
  const set = await call<Owner>('POST', '/owner/password', choice)
  expect(set).toMatchObject({
    status: 200,
    data: { name: 'Rosnah', language: 'ms', merchants: [{ id: merchant.id }] },
  })
  expect(set.set[0]).toMatch(/^stampus_owner=.*HttpOnly; SameSite=Strict$/)
  const own = connect(cookiesOf(set.set))
  expect((await own('GET', '/owner/session')).data).toEqual(set.data)
  expect((await call('POST', '/owner/password', choice)).status).toBe(422)
  const card = await manager.call<{ data: OwnerCard }>('GET', `/owners/${data.id}`)
  expect([card.data.invited, card.data.sessions]).toEqual([false, 1])
  expect((await findAuditEntries(server, 'owner', data.id)).map(({ action }) => action)).toEqual([
    'owner.invited',
    'owner.password_set',
    'owner.signed_in',
  ])
})

// The embedded database runs one transaction at a time.
test.runIf(inject('template').engine !== 'embedded')(
  'R-4.01 a link that is used twice at once works once',
  async () => {
    const { data, mail } = await invite()
    const holder = await server.deps.db.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('BEGIN')
    await holder.query({ text: 'SELECT FROM staff WHERE id = $1 FOR UPDATE', values: [data.id] })
    const choice = { ...parseResetLink(findLink(mail)), password: NEW_PASSWORD }
    const uses = [1, 2].map(() => connect()('POST', '/owner/password', choice))
    await expect.poll(() => countWaiting(server)).toBe(2)
    await holder.query('COMMIT')
    expect((await Promise.all(uses)).map(({ status }) => status).toSorted()).toEqual([200, 422])
  },
)

test('R-4.01 D-50 an invitation works for 72 hours and needs an address without an owner and merchants that exist', async () => {
  const { form, mail, merchant } = await invite()
  const send = (given: object) => manager.call('POST', '/owners', { ...form, ...given })
  const taken = { email: ['There is already an owner with this email address.'] }
  expect(await send({ email: form.email.toUpperCase() })).toMatchObject({ status: 422, errors: taken })
  for (const merchant_ids of [[], [9_999_999], [merchant.id, 9_999_999]])
    expect(await send({ email: 'other@warung.example', merchant_ids })).toMatchObject({
      status: 422,
      errors: { merchant_ids: ['Please choose a merchant.'] },
    })
  // Managers do not make themselves owners, but may invite another operator.
  const own = { status: 403, message: 'This is your own address. Another manager must do this.' }
  expect(await send({ email: manager.email, merchant_ids: [merchant.id] })).toMatchObject(own)
  expect((await send({ email: (await createDesk(server)).email })).status).toBe(201)
  const choose = (password: string) =>
    connect()('POST', '/owner/password', { ...parseResetLink(findLink(mail)), password })
  await wait(71)
  expect((await choose('short')).errors).toHaveProperty('password')
  await wait(2)
  expect(await choose(NEW_PASSWORD)).toMatchObject({
    status: 422,
    message: 'This link is invalid, was already used or has expired.',
  })
})

test('R-4.01 an owner signs in with email, password and a second factor if it is on; a manager clears a lost one and sends a link for a new password', async () => {
  const owner = await createOwner(server.deps)
  const given = { email: owner.email, password: OWNER_PASSWORD }
  const start = (more = {}, headers = {}) => connect()<Owner>('POST', '/owner/session', { ...given, ...more }, headers)
  expect((await start({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const wrong = { email: ['Wrong email or password.'] }
  expect(await start({ password: 'Wrong-pass-1' })).toMatchObject({ status: 422, errors: wrong })
  const own = connect(cookiesOf((await start()).set))
  const factor = { current_password: OWNER_PASSWORD }
  const { data } = await own<{ secret: string }>('POST', '/owner/account/second-factor', factor)
  const code = () => totpCode(data.secret, server.deps.now())
  expect((await own('POST', '/owner/account/second-factor/code', { code: code() })).status).toBe(200)
  const first = await start()
  expect([first.status, first.data]).toEqual([200, null])
  server.travel(30_000)
  const second = await connect(cookiesOf(first.set))<Owner>('POST', '/owner/session/code', { code: code() })
  expect(second.data.email).toBe(owner.email)
  const session = connect(cookiesOf(second.set))
  expect((await session('DELETE', '/owner/session')).status).toBe(200)
  expect((await session('GET', '/owner/session')).status).toBe(401)

  await takeWaitingMail(server)
  expect((await manager.call('DELETE', `/owners/${owner.id}/second-factor`)).status).toBe(200)
  expect((await readMail())?.subject).toContain('second factor')
  expect((await own('GET', '/owner/session')).status).toBe(401)
  expect((await manager.call('DELETE', `/owners/${owner.id}/second-factor`)).status).toBe(404)
  expect((await manager.call('POST', `/owners/${owner.id}/link`, {})).status).toBe(201)
  const link = parseResetLink(findLink(await readMail()))
  server.travel(1)
  await wait(1)
  expect((await connect()('POST', '/owner/password', { ...link, password: NEW_PASSWORD })).status).toBe(422)
  const actions = (await findAuditEntries(server, 'owner', owner.id)).map(({ action }) => action)
  expect(actions.filter((action) => !action.startsWith('owner.signed_'))).toEqual([
    'owner.second_factor_added',
    'owner.second_factor_reset',
    'owner.link_sent',
  ])
})

test('D-100 an owner sets the language of their mails, whose links open in it', async () => {
  const owner = await createOwner(server.deps)
  const own = connect(await createOwnerSession(server.deps, owner))
  const mailed = async () => {
    await takeWaitingMail(server)
    expect((await manager.call('POST', `/owners/${owner.id}/link`, {})).status).toBe(201)
    const mail = await readMail()
    return [mail?.subject, new URL(findLink(mail)).searchParams.get('lang')]
  }
  expect(await mailed()).toEqual(['Choose a new password for the Stampus counter', 'en'])
  const card = async () => (await manager.call<{ data: OwnerCard }>('GET', `/owners/${owner.id}`)).data
  const { version } = await card()
  await own('PUT', '/owner/language', { language: 'en' })
  expect((await card()).version).toBe(version)
  expect(await own('PUT', '/owner/language', { language: 'ms' })).toMatchObject({
    status: 200,
    message: 'Your language was saved.',
  })
  expect(await mailed()).toEqual(['Pilih kata laluan baharu untuk kaunter Stampus', 'ms'])
  const refused = await own('PUT', '/owner/language', { language: 'id' })
  expect([refused.status, refused.errors]).toEqual([422, { language: ['This choice is not valid.'] }])
  // A manager's form from before does not undo the choice.
  const form = { version, name: 'Rosnah', language: 'en', merchant_ids: [owner.merchantId] }
  expect((await manager.call('PUT', `/owners/${owner.id}`, form)).status).toBe(409)
  expect((await own<Owner>('GET', '/owner/session')).data.language).toBe('ms')
})

test('R-4.01 an owner loses a merchant with the phones enrolled for it; removing one ends all their sessions and phones, and frees the address', async () => {
  const { deps } = server
  const owner = await createOwner(deps)
  const { merchantId } = owner
  const partner = await createOwner(deps, owner)
  const own = connect(await createOwnerSession(deps, owner))
  const [lost, other] = [await createPhone(deps, { owner }), await createPhone(deps, { owner: partner })]
  const status = async (phone: typeof lost) => (await connect(phone.headers)('GET', '/phone')).status
  const { id: newId } = await createMerchant(deps)
  const { data } = await manager.call<{ data: OwnerCard }>('GET', `/owners/${owner.id}`)
  const form = { version: data.version, name: 'Rosnah', language: 'en', merchant_ids: [newId] }
  expect((await manager.call('PUT', `/owners/${owner.id}`, { ...form, version: 99 })).status).toBe(409)
  expect((await manager.call('PUT', `/owners/${owner.id}`, form)).status).toBe(200)
  expect((await own('GET', `/owner/merchants/${merchantId}`)).status).toBe(404)
  expect((await own('GET', `/owner/merchants/${newId}`)).status).toBe(200)
  const kept = await createPhone(deps, { owner: { ...owner, merchantId: newId } })
  expect([await status(lost), await status(kept)]).toEqual([401, 200])
  expect((await manager.call('DELETE', `/owners/${owner.id}`)).status).toBe(200)
  expect((await own('GET', '/owner/session')).status).toBe(401)
  expect([await status(kept), await status(other)]).toEqual([401, 200])
  expect((await manager.call('GET', `/owners/${owner.id}`)).status).toBe(404)
  const row = 'SELECT name, email, email_key FROM owners WHERE id = $1'
  expect((await server.sql(row, [owner.id])).rows).toEqual([
    { name: 'Rosnah', email: `removed-${owner.id}`, email_key: `removed-${owner.id}` },
  ])
  const again = { name: 'Rosnah', email: owner.email, language: 'en', merchant_ids: [merchantId] }
  expect((await manager.call('POST', '/owners', again)).status).toBe(201)
})

test('R-4.01 a manager finds the owners of a merchant, signs one out, and sees and ends their phones and cashiers, which the audit log keeps', async () => {
  const { deps } = server
  const owner = await createOwner(deps)
  const partner = await createOwner(deps, owner)
  await createWorkingPhone(deps)
  const [stolen, kept] = [await createWorkingPhone(deps, { owner }), await createPhone(deps, { owner })]
  const { data } = await manager.call<{ data: OwnerCard[] }>('GET', `/owners?merchant_id=${owner.merchantId}`)
  expect(data.map(({ id }) => id)).toEqual([owner.id, partner.id])
  const card = async () => (await manager.call<{ data: OwnerCard }>('GET', `/owners/${owner.id}`)).data
  const before = await card()
  const about = { name: 'Till 1', merchant: { id: owner.merchantId }, owner: { id: owner.id } }
  expect(before.phones).toMatchObject([
    { id: kept.id, ...about },
    { id: stolen.id, ...about },
  ])
  expect(before.cashiers).toMatchObject([{ ...stolen.cashier, merchant: { id: owner.merchantId } }])
  expect(await manager.call('DELETE', `/phones/${stolen.id}`)).toMatchObject({
    status: 200,
    message: 'The phone was removed. It can confirm nothing any more.',
  })
  const phone = connect(kept.headers)
  const start = { cashier_id: stolen.cashier.id, pin: PIN }
  expect((await phone('POST', '/phone/cashier', start)).status).toBe(200)
  for (const status of [200, 404])
    expect((await manager.call('DELETE', `/cashiers/${stolen.cashier.id}`)).status).toBe(status)
  expect((await phone('GET', '/phone')).data).toMatchObject({ cashier: null, cashiers: [] })
  expect((await phone('POST', '/phone/cashier', start)).status).toBe(404)
  const { phones, cashiers } = await card()
  expect([phones.map(({ id }) => id), cashiers]).toEqual([[kept.id], []])
  const own = connect(await createOwnerSession(deps, owner))
  expect((await manager.call('DELETE', `/owners/${owner.id}/sessions`)).status).toBe(200)
  expect([(await own('GET', '/owner/session')).status, (await phone('GET', '/phone')).status]).toEqual([401, 200])
  for (const [kind, id, action] of [
    ['phone', stolen.id, 'phone.removed'],
    ['cashier', stolen.cashier.id, 'cashier.removed'],
    ['owner', owner.id, 'owner.sessions_ended'],
  ] as const)
    expect(await findAuditEntries(server, kind, id)).toMatchObject([{ operator_id: manager.id, action }])
})

test('R-4.01 a session of an owner ends after 30 minutes without use; marks of devices and notes about mails are deleted when of no use', async () => {
  const owner = await createOwner(server.deps)
  const { set } = await connect()('POST', '/owner/session', { email: owner.email, password: OWNER_PASSWORD })
  const own = connect(cookiesOf(set))
  server.travel(29 * 60_000)
  expect((await own('GET', '/owner/session')).status).toBe(200)
  server.travel(31 * 60_000)
  expect((await own('GET', '/owner/session')).status).toBe(401)
  const { id: added } = await createOwner(server.deps)
  await server.sql('INSERT INTO owner_notices (merchant_id, added_id, owner_id, created_at) VALUES ($1, $2, $3, $4)', [
    owner.merchantId,
    added,
    owner.id,
    server.deps.now(),
  ])
  const notice = `owner_notices WHERE added_id = ${added}`
  const leftAfter = async (days: number, table: string) => {
    server.travel(days * 24 * HOUR)
    for (const part of Object.values(staffCleanUp(server.deps))) await part()
    return (await server.sql(`SELECT FROM ${table}`)).rowCount
  }
  expect(await leftAfter(server.deps.config.MAIL_DAYS, notice)).toBe(1)
  expect(await leftAfter(5, notice)).toBe(0)
  expect(await leftAfter(0, 'staff_sessions')).toBe(0)
  expect(await leftAfter(0, 'staff_trusted_devices')).toBeGreaterThan(0)
  expect(await leftAfter(181, 'staff_trusted_devices')).toBe(0)
})

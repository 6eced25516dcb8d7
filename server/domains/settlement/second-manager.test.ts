import { emailKey } from '@stampus/contract/values/emails'
import { expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, issueMarch } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { hasOtherManager } from '../staff/confirmers.store.ts'
import { staffMail } from '../staff/staff.mail.ts'
import { staffCleanUp } from '../staff/staff-clean-up.ts'

const DAY = 86_400_000

const server = serverForTests()

type Manager = Awaited<ReturnType<typeof createSettlementDesk>>
const createManager = () => createSettlementDesk(server)
const notedCode = { status: 409, code: 'needs_second_manager' }
const noted = {
  ...notedCode,
  message:
    'One manager may not decide this alone. It was noted: it takes effect when another manager enters exactly the same within 7 days.',
}

/** A stall that disputes the two lines of its statement. */
async function disputed() {
  const made = await issueMarch(server, [{}, {}])
  for (const id of made.lineIds) await made.stall.dispute(id, 'It was more.')
  const [first = 0, second = 0] = (await made.one.disputesOf(made.stall)).map(({ id }) => id)
  return { ...made, first, second }
}
/** How many questions of this manager wait for a second one. */
const askedBy = async ({ id }: Manager) =>
  (await server.sql('SELECT FROM second_signatures WHERE asked_by = $1 AND confirmed_at IS NULL', [id])).rowCount
const removeAllManagers = () => server.sql("UPDATE staff SET console_removed_at = now() WHERE role <> 'owner'")
/** Gives a manager an address, as another one records it. */
const give = ({ id }: Manager, email: string) => {
  const text = 'INSERT INTO operator_addresses (operator_id, email, email_key) VALUES ($1, $2, $3)'
  return server.sql(text, [id, email, emailKey(email)])
}
/** Records that one manager got the role from another. */
const grant = (to: Manager, by: Manager) => {
  const text = "INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)"
  return server.sql(text, [to.id, by.id, server.deps.now()])
}
/** A reward and the form with which the console saves it. */
async function rewardForm(by: Manager, given: Parameters<typeof createReward>[1] = {}) {
  const { id } = await createReward(server.deps, given)
  const { data } = await by.call<{ data: { version: number; merchant: { id: number } } }>('GET', `/rewards/${id}`)
  const form = { ...data, merchant_id: data.merchant.id, image_key: null, owed_sen: 9000 }
  const save = <Answer = object>(manager: Manager, change: object = {}) =>
    manager.call<Answer>('PUT', `/rewards/${id}`, { ...form, ...change })
  return { id, form, save }
}
const signedBy = ({ id }: Manager) => ({ field: 'asked_by', before: null, after: String(id) })

test('D-101 what a manager adds for a merchant within 7 days beyond RM 100 needs a second one who enters the same', async () => {
  const { stall, one, two, id, april: next, first, second } = await disputed()
  expect((await one.answerDispute(first, 6000)).status).toBe(200)
  for (const _ of ['asked', 'repeated']) expect(await one.answerDispute(second, 4001)).toMatchObject(noted)
  expect(await stall.total(next)).toBe(6000)
  const third = await createManager()
  // Another amount is another question.
  expect(await two.answerDispute(second, 10_000_000)).toMatchObject(noted)
  expect(await third.answerDispute(second, 10_000_001)).toMatchObject({ status: 422 })
  const answers = await Promise.all([1, 2].map(() => third.answerDispute(second, 10_000_000)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await stall.total(next)).toBe(10_006_000)
  expect((await findAuditEntries(server, 'statement', id)).at(-1)?.changes).toContainEqual(signedBy(two))
})

test('D-50 D-101 the member of a disputed voucher is neither the first manager nor the other one', async () => {
  await removeAllManagers()
  const { vouchers, one, two, first } = await disputed()
  await give(two, vouchers[0]?.member.email ?? '')
  expect(await two.answerDispute(first, 20_000)).toMatchObject({ status: 403 })
  expect(await askedBy(two)).toBe(0)
  expect((await one.answerDispute(first, 20_000)).status).toBe(200)
})

test('D-50 D-101 a change that is refused, or is about the own merchant of a manager, is not noted for a second one', async () => {
  const { stall, one, id } = await issueMarch(server)
  const { form, save } = await rewardForm(one, { merchant_id: stall.merchantId })
  const tryBoth = async (merchant_id: number) => [
    await one.call('POST', '/rewards', { ...form, merchant_id }),
    await save(one, { merchant_id }),
  ]
  for (const answer of await tryBoth(1_000_000_000)) expect(answer).toMatchObject({ status: 422 })
  await one.join(stall.merchantId)
  for (const answer of [...(await tryBoth(stall.merchantId)), await one.pay(id)])
    expect(answer).toMatchObject({ status: 403 })
  expect(await askedBy(one)).toBe(0)
})

test('D-101 a manager confirms what any independent one asked for, by no grant of the last 30 days, which answers everything that was asked about it', async () => {
  const { year, stall, one, two, id, april: next, first } = await disputed()
  const [three, other] = [await createManager(), await createManager()]
  for (const by of [two, three]) await grant(one, by)
  expect(await other.answerDispute(first, 30_000)).toMatchObject(noted)
  expect(await one.answerDispute(first, 20_000)).toMatchObject(noted)
  expect(await two.answerDispute(first, 20_000)).toMatchObject({
    ...notedCode,
    message: `Another manager asked for exactly this, but one of you got an account or role through the other, or both through the same manager, within 30 days. It was noted: it takes effect when a third manager enters exactly the same within 7 days, or either of you after 2 May ${year}.`,
  })
  expect((await three.answerDispute(first, 20_000)).status).toBe(200)
  expect(await stall.total(next)).toBe(20_000)
  expect((await findAuditEntries(server, 'statement', id)).at(-1)?.changes).toContainEqual(signedBy(two))
  expect(await Promise.all([one, two, other].map(askedBy))).toEqual([0, 0, 0])
})

test('D-101 a payment above RM 5,000 needs two managers with the same reference, and a noted one lapses after 7 days and is deleted', async () => {
  const exactly = await issueMarch(server, [{ owed_sen: 500_000 }])
  expect((await exactly.two.pay(exactly.id)).status).toBe(200)
  const { two, id } = await issueMarch(server, [{ owed_sen: 500_001 }])
  const clean = async () => {
    for (const part of Object.values(staffCleanUp(server.deps))) await part()
    return askedBy(two)
  }
  expect(await two.pay(id)).toMatchObject(noted)
  expect(await (await createManager()).pay(id, 'Another reference')).toMatchObject(noted)
  server.travel(7 * DAY - 1000)
  expect(await clean()).toBe(1)
  server.travel(2000)
  const [later, last] = [await createManager(), await createManager()]
  expect(await later.pay(id)).toMatchObject(noted)
  expect(await clean()).toBe(0)
  const paid = await Promise.all([last.pay(id), last.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([200, 200])
})

const reviewer = { version: 1, name: 'No manager', role: 'reviewer', addresses: [], merchant_ids: [] }
test.each<[string, (by: Manager, asker: Manager) => Promise<{ status: number }>]>([
  ['were removed', (by, { id }) => by.call('DELETE', `/operators/${id}`)],
  ['are no manager any more', (by, { id }) => by.call('PUT', `/operators/${id}`, reviewer)],
])('D-50 D-101 what a manager asked for is confirmed by no other one after they %s', async (_how, end) => {
  const [asker, second, third] = [await createManager(), await createManager(), await createManager()]
  const { form } = await rewardForm(asker, { merchant_id: (await createMerchant(server.deps)).id })
  expect(await asker.call('POST', '/rewards', form)).toMatchObject(notedCode)
  expect((await end(third, asker)).status).toBe(200)
  expect(await second.call('POST', '/rewards', form)).toMatchObject(notedCode)
  expect((await third.call('POST', '/rewards', form)).status).toBe(201)
})

test('D-101 an amount owed above RM 50 and an earning rule of many stamps need a second manager, and the audit log says who asked and confirmed', async () => {
  const [one, two] = [await createManager(), await createManager()]
  const { id, form, save } = await rewardForm(one)
  const asked = (field: string, after: string) => expect.arrayContaining([{ field, before: null, after }])
  const confirmed = expect.arrayContaining([signedBy(one)])
  const owed_sen = 10_000_000
  for (const _ of ['asked', 'repeated']) expect(await save(one, { owed_sen })).toMatchObject(noted)
  expect(await save(two, { owed_sen })).toMatchObject({ data: { owed_sen } })
  expect(await findAuditEntries(server, 'reward', id)).toMatchObject([
    { action: 'reward.confirmation_asked', operator_id: one.id, changes: asked('owed_sen', '10000000') },
    { action: 'reward.changed', operator_id: two.id, changes: confirmed },
  ])
  const { id: merchant_id } = await createMerchant(server.deps)
  const moved = { version: form.version + 1, owed_sen, merchant_id }
  expect(await save(one, moved)).toMatchObject(noted)
  const lower = { version: form.version + 1, owed_sen: 6000 }
  expect(await save(one, lower)).toMatchObject({ data: { owed_sen: 6000 } })
  const ruleOf = (sen_per_stamp: number, max_stamps_per_submission: number) => ({
    ...{ sen_per_stamp, max_stamps_per_submission },
    ...{ min_stamps_per_submission: 1, starts_at: 'now' },
  })
  for (const [path, kind, given] of [
    ['/rewards', 'reward', { ...form, owed_sen: 5001, title: 'Nasi lemak' }],
    ['/earning-rules', 'earning_rule', ruleOf(1000, 10_000)],
    ['/earning-rules', 'earning_rule', ruleOf(99, 50)],
  ] as const) {
    server.travel(1000)
    expect(await one.call('POST', path, given)).toMatchObject(noted)
    const { data } = await two.call<{ data: { id: number } }>('POST', path, given)
    expect((await findAuditEntries(server, kind, data.id))[0]?.changes).toEqual(confirmed)
  }
  server.travel(1000)
  expect(await one.call('POST', '/earning-rules', ruleOf(1000, 100))).toHaveProperty('data.id')
  expect(await findAuditEntries(server, 'operator', one.id)).toMatchObject([
    { action: 'reward.confirmation_asked', changes: asked('title', 'Nasi lemak') },
    { action: 'earning_rule.confirmation_asked', changes: asked('starts_at', 'now') },
    { action: 'earning_rule.confirmation_asked' },
  ])
})

const ownMerchant = { status: 403, message: 'This is your own merchant. Another manager must do this.' }

type Money = { by: Manager; other: Manager; merchantId: number; member: { email: string } }
const change = ({ by, other }: Money, given: object) => {
  const form = { version: 1, name: 'Other', role: 'manager', addresses: [], merchant_ids: [] }
  return by.call('PUT', `/operators/${other.id}`, { ...form, ...given })
}

test.each<[string, boolean, (money: Money) => Promise<unknown>]>([
  ['is still there', true, async () => {}],
  ['was removed by nobody they know', false, removeAllManagers],
  ['was removed by them', true, ({ by, other }) => by.call('DELETE', `/operators/${other.id}`)],
  ['lost the role through them', true, (money) => change(money, { role: 'reviewer' })],
  ['belongs to the merchant', false, ({ other, merchantId }) => other.join(merchantId)],
  ['was tied to the merchant by them', true, (money) => change(money, { merchant_ids: [money.merchantId] })],
  ['is the member', false, ({ other, member }) => give(other, member.email)],
  ['was made the member by them', true, (money) => change(money, { addresses: [money.member.email] })],
  [
    'was not seen for 30 days',
    false,
    ({ other }) => server.sql("UPDATE staff SET console_seen_at = '2020-01-01' WHERE id = $1", [other.id]),
  ],
])('D-50 D-101 a manager whose only other one %s has another one for this money: %s', async (_, found, end) => {
  await removeAllManagers()
  const [by, other] = [await createManager(), await createManager()]
  const [{ id: merchantId }, member] = [await createMerchant(server.deps), await createMember(server.deps)]
  await end({ by, other, merchantId, member })
  const since = new Date(server.deps.now().getTime() - 30 * DAY)
  const money = { operatorId: by.id, merchantIds: [merchantId], memberId: member.id, since }
  expect(await hasOtherManager(server.deps.db.pool, money)).toBe(found)
})

test.each([180, 500_001])(
  'D-50 a statement of %i sen is paid by the only manager, who issued it, which the audit log marks',
  async (owed_sen) => {
    const { one, two, id } = await issueMarch(server, [{ owed_sen }])
    await server.sql("UPDATE staff SET console_removed_at = now() WHERE role <> 'owner' AND id <> $1", [one.id])
    expect(two.id).not.toBe(one.id)
    expect((await one.pay(id)).status).toBe(200)
    const paid = (await findAuditEntries(server, 'statement', id)).at(-1)
    expect(paid?.action).toBe('statement.paid')
    expect(paid?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
  },
)

test('D-50 issue, answers and payment of a statement are by at least two managers where there are two', async () => {
  const { one, two, id } = await issueMarch(server)
  expect(await one.pay(id)).toMatchObject({
    status: 409,
    message: 'You issued this statement and answered its disputes, so another manager must mark it as paid.',
  })
  const paid = await Promise.all([one.pay(id), two.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([409, 200])
})

test('D-50 a manager who is one of the people of a merchant, or its owner, does nothing with its money', async () => {
  const stall = await createStall(server)
  const [person, owner, byAddress] = [await createManager(), await createManager(), await createManager()]
  await give(byAddress, (await createOwner(server.deps, stall)).email)
  const boss = 'boss@shop.example'
  await give(person, boss)
  const people = 'INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $2)'
  await server.sql(people, [stall.merchantId, boss])
  await server.sql('UPDATE staff SET is_owner = true WHERE id = $1', [owner.id])
  const held = 'INSERT INTO owner_merchants (merchant_id, owner_id) VALUES ($1, $2)'
  await server.sql(held, [stall.merchantId, owner.id])
  const { form, save } = await rewardForm(person, { merchant_id: stall.merchantId })
  const { id: merchant_id } = await createMerchant(server.deps)
  for (const manager of [person, owner, byAddress]) {
    const issued = await manager.issueAs(stall.merchantId, '2020-01', { lines: 1, total_sen: 180 })
    const saved = [await save(manager, form), await save(manager, { merchant_id })]
    for (const answer of [issued, ...saved]) expect(answer).toMatchObject(ownMerchant)
  }
})

test('D-50 a manager invites, changes and removes no owner at an address of their own', async () => {
  const [stall, manager] = [await createStall(server), await createManager()]
  await give(manager, 'me@shop.example')
  const own = { status: 403, message: 'This is your own address. Another manager must do this.' }
  const invitation = { name: 'Me', language: 'en', merchant_ids: [stall.merchantId] }
  expect(await manager.call('POST', '/owners', { ...invitation, email: 'ME@shop.example' })).toMatchObject(own)
  await give(manager, stall.owner.email)
  const path = `/owners/${stall.owner.id}`
  expect(await manager.call('DELETE', path)).toMatchObject(own)
  const { data } = await manager.call<{ data: { version: number } }>('GET', path)
  expect(await manager.call('PUT', path, { ...invitation, version: data.version })).toMatchObject(own)
})

test('R-4.01 the other owners of a merchant get a mail when an owner is added', async () => {
  const [stall, manager] = [await createStall(server), await createManager()]
  const second = await createOwner(server.deps, stall)
  await server.sql("UPDATE staff SET language = 'ms' WHERE id = $1", [second.id])
  await takeWaitingMail(server)
  const email = 'new@shop.example'
  const invitation = { name: 'Siti Aminah', language: 'en', merchant_ids: [stall.merchantId], email }
  const { data: added } = await manager.call<{ data: { id: number } }>('POST', '/owners', invitation)
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'owner-added') await staffMail(server.deps)['owner-added'](id)
  expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).toEqual({
    [stall.owner.email]: 'Kopi Kita has a new owner in Stampus',
    [second.email]: 'Kopi Kita mempunyai pemilik baharu dalam Stampus',
  })
  const english = mails.find(({ to }) => to === stall.owner.email)
  expect(english?.text).toContain('The office has added Siti Aminah as an owner of Kopi Kita.')
  // A change without a new merchant mails nobody.
  expect(await manager.call('PUT', `/owners/${added.id}`, { ...invitation, version: 1 })).toHaveProperty('data')
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).not.toContain('owner-added')
})

import { expect, test } from 'vitest'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, issueMarch } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { operatorsCleanUp } from '../operators/operator-accounts.ts'

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
/** Gives a manager the addresses of the members whose vouchers a stall handed over. */
const beMember = ({ id }: Manager, { merchantId }: { merchantId: number }) =>
  server.sql(
    `INSERT INTO operator_addresses (operator_id, email, email_key)
     SELECT DISTINCT $1::bigint, u.email, u.email_key FROM vouchers v JOIN users u ON u.id = v.user_id
     WHERE v.merchant_id = $2`,
    [id, merchantId],
  )
/** Records that one manager got the role from another. */
const grant = (to: Manager, by: Manager) =>
  server.sql("INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)", [
    to.id,
    by.id,
    server.deps.now(),
  ])
/** A reward and the form with which the console saves it. */
async function rewardForm(by: Manager, given: Parameters<typeof createReward>[1] = {}) {
  const { id } = await createReward(server.deps, given)
  const { data } = await by.call<{ data: { merchant: { id: number } } }>('GET', `/rewards/${id}`)
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

test('D-50 D-101 a manager asks no second one about a voucher of their own', async () => {
  const { stall, one, first } = await disputed()
  await beMember(one, stall)
  expect(await one.answerDispute(first, 20_000)).toMatchObject({ status: 403 })
  expect(await askedBy(one)).toBe(0)
})

test('D-50 D-101 the member of a disputed voucher is no other manager', async () => {
  await server.sql('UPDATE operators SET removed_at = now() WHERE removed_at IS NULL')
  const { stall, one, two, first } = await disputed()
  await beMember(two, stall)
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
  await server.sql('INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)', [
    one.id,
    stall.merchantId,
  ])
  for (const answer of [...(await tryBoth(stall.merchantId)), await one.pay(id)])
    expect(answer).toMatchObject({ status: 403 })
  expect(await askedBy(one)).toBe(0)
})

test('D-101 of two managers who confirm for each other by a grant of the last 30 days, none does', async () => {
  const { year, one, two, first } = await disputed()
  await grant(two, one)
  expect(await one.answerDispute(first, 20_000)).toMatchObject(noted)
  expect(await two.answerDispute(first, 20_000)).toMatchObject({
    ...notedCode,
    message: `Another manager asked for exactly this, but one of you got an account or role through the other, or both through the same manager, within 30 days. It was noted: it takes effect when a third manager enters exactly the same within 7 days, or either of you after 2 May ${year}.`,
  })
})

test('D-101 a manager confirms what any independent one asked for, which answers everything that was asked about it', async () => {
  const { stall, one, two, id, april: next, first } = await disputed()
  const [three, other] = [await createManager(), await createManager()]
  for (const by of [two, three]) await grant(one, by)
  expect(await other.answerDispute(first, 30_000)).toMatchObject(noted)
  for (const manager of [one, two]) expect(await manager.answerDispute(first, 20_000)).toMatchObject(notedCode)
  expect((await three.answerDispute(first, 20_000)).status).toBe(200)
  expect(await stall.total(next)).toBe(20_000)
  expect((await findAuditEntries(server, 'statement', id)).at(-1)?.changes).toContainEqual(signedBy(two))
  expect(await Promise.all([one, two, other].map(askedBy))).toEqual([0, 0, 0])
})

test('D-101 a payment above RM 5,000 needs two managers with the same reference, and a noted one lapses after 7 days', async () => {
  const exactly = await issueMarch(server, [{ owed_sen: 500_000 }])
  expect((await exactly.two.pay(exactly.id)).status).toBe(200)
  const { two, id } = await issueMarch(server, [{ owed_sen: 500_001 }])
  expect(await two.pay(id)).toMatchObject(noted)
  expect(await (await createManager()).pay(id, 'Another reference')).toMatchObject(noted)
  server.travel(8 * 86_400_000)
  const [later, last] = [await createManager(), await createManager()]
  expect(await later.pay(id)).toMatchObject(noted)
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
  const asked = (field: string, after: string) => ({ field, before: null, after })
  const owed_sen = 10_000_000
  for (const _ of ['asked', 'repeated']) expect(await save(one, { owed_sen })).toMatchObject(noted)
  expect(await save(two, { owed_sen })).toMatchObject({ data: { owed_sen } })
  const [request, change, ...more] = (await findAuditEntries(server, 'reward', id)).slice(-2)
  expect(more).toEqual([])
  expect(request).toMatchObject({ action: 'reward.confirmation_asked', operator_id: one.id })
  expect(request?.changes).toContainEqual(asked('owed_sen', '10000000'))
  expect(change).toMatchObject({ action: 'reward.changed', operator_id: two.id })
  expect(change?.changes).toContainEqual(signedBy(one))
  const { data: changed } = await one.call<{ data: { version: number } }>('GET', `/rewards/${id}`)
  const lower = { version: changed.version, owed_sen: 6000 }
  expect(await save(one, lower)).toMatchObject({ data: { owed_sen: 6000 } })
  const ruleOf = (sen_per_stamp: number, max_stamps_per_submission: number) => ({
    sen_per_stamp,
    min_stamps_per_submission: 1,
    max_stamps_per_submission,
    starts_at: 'now',
  })
  for (const [path, kind, given] of [
    ['/rewards', 'reward', { ...form, owed_sen: 5001, title: 'Nasi lemak' }],
    ['/earning-rules', 'earning_rule', ruleOf(1000, 10_000)],
    ['/earning-rules', 'earning_rule', ruleOf(99, 50)],
  ] as const) {
    server.travel(1000)
    expect(await one.call('POST', path, given)).toMatchObject(noted)
    const { data } = await two.call<{ data: { id: number } }>('POST', path, given)
    expect((await findAuditEntries(server, kind, data.id))[0]?.changes).toContainEqual(signedBy(one))
  }
  server.travel(1000)
  expect(await one.call('POST', '/earning-rules', ruleOf(1000, 100))).toHaveProperty('data.id')
  const [reward, ...rules] = await findAuditEntries(server, 'operator', one.id)
  expect(reward).toMatchObject({ action: 'reward.confirmation_asked' })
  expect(reward?.changes).toContainEqual(asked('title', 'Nasi lemak'))
  expect(rules.map(({ action }) => action)).toEqual(Array(2).fill('earning_rule.confirmation_asked'))
  expect(rules[0]?.changes).toContainEqual(asked('starts_at', 'now'))
})

test('D-101 what was asked more than 7 days ago is deleted', async () => {
  const { one, first } = await disputed()
  expect(await one.answerDispute(first, 20_000)).toMatchObject(noted)
  for (const [ms, left] of [
    [7 * 86_400_000 - 1000, 1],
    [2000, 0],
  ] as const) {
    server.travel(ms)
    for (const part of Object.values(operatorsCleanUp(server.deps))) await part()
    expect(await askedBy(one)).toBe(left)
  }
})

import { expect, test } from 'vitest'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests, type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { operatorsCleanUp } from '../operators/operator-accounts.ts'

const server = serverForTests()

let year = 2070
type Manager = Awaited<ReturnType<typeof createSettlementDesk>>
const notedCode = { status: 409, code: 'needs_second_manager' }
const noted = {
  ...notedCode,
  message:
    'One manager may not decide this alone. It was noted: it takes effect when another manager enters exactly the same within 7 days.',
}

async function disputed(server: TestApp) {
  year += 1
  travelToDay(server, `${year}-03-10`)
  const stall = await createStall(server)
  for (const _ of [1, 2]) await stall.handOver()
  travelToDay(server, `${year}-04-02`)
  const [one, two] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  await one.issue(stall, `${year}-03`)
  const { rows } = (await stall.statement(`${year}-03`)).data
  for (const { id } of rows) await stall.dispute(id, 'It was more.')
  const { data } = await one.show(stall, `${year}-03`)
  return { stall, one, two, id: data.id, next: `${year}-04`, disputes: await disputesOf(one, stall) }
}
const disputesOf = async (manager: Manager, { merchantId }: Stall) =>
  (await manager.open()).disputes.flatMap(({ id, merchant }) => (merchant.id === merchantId ? [id] : []))
/** How many questions of this manager wait for a second one. */
const askedBy = async ({ id }: Manager) => {
  const text = 'SELECT FROM second_signatures WHERE asked_by = $1 AND confirmed_at IS NULL'
  return (await server.deps.db.pool.query({ text, values: [id] })).rowCount
}
/** Records that a manager belongs to the merchant of a stall. */
const tie = ({ id }: Manager, { merchantId }: Stall) =>
  server.deps.db.pool.query({
    text: 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)',
    values: [id, merchantId],
  })
const totalOf = async (stall: Stall, month: string) => (await stall.statement(month)).data?.total_sen ?? 0

test('D-101 what a manager adds for a merchant within 7 days beyond RM 100 needs a second one who enters the same', async () => {
  const { stall, one, two, id, next, disputes } = await disputed(server)
  const [first = 0, second = 0] = disputes
  expect((await one.answerDispute(first, 6000)).status).toBe(200)
  expect(await one.answerDispute(second, 4001)).toMatchObject(noted)
  expect(await one.answerDispute(second, 4001)).toMatchObject(noted)
  expect(await totalOf(stall, next)).toBe(6000)
  const third = await createSettlementDesk(server)
  // Another amount is another question.
  expect(await two.answerDispute(second, 10_000_000)).toMatchObject(noted)
  expect(await third.answerDispute(second, 10_000_001)).toMatchObject({ status: 422 })
  const answers = await Promise.all([third.answerDispute(second, 10_000_000), third.answerDispute(second, 10_000_000)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await totalOf(stall, next)).toBe(10_006_000)
  const entries = await findAuditEntries(server, 'statement', Number(id))
  expect(entries.at(-1)?.changes).toContainEqual({ field: 'asked_by', before: null, after: String(two.id) })
})

test('D-50 D-101 a manager asks no second one about a voucher of their own', async () => {
  const { stall, one, disputes } = await disputed(server)
  const { pool } = server.deps.db
  await pool.query({
    text: `INSERT INTO operator_addresses (operator_id, email, email_key)
      SELECT $1, u.email, u.email_key FROM vouchers v JOIN users u ON u.id = v.user_id WHERE v.merchant_id = $2`,
    values: [one.id, stall.merchantId],
  })
  expect(await one.answerDispute(disputes[0] ?? 0, 20_000)).toMatchObject({ status: 403 })
  expect(await askedBy(one)).toBe(0)
})

test('D-50 D-101 the member of a disputed voucher is no other manager, unless the one who answers changed their addresses', async () => {
  for (const [isOwnDoing, status] of [
    [false, 200],
    [true, 409],
  ] as const) {
    const alone = await testApp()
    try {
      const { stall, one, two, disputes } = await disputed(alone)
      const { pool } = alone.deps.db
      const { rows } = await pool.query<{ email: string }>({
        text: `INSERT INTO operator_addresses (operator_id, email, email_key)
          SELECT DISTINCT $1::bigint, u.email, u.email_key FROM vouchers v JOIN users u ON u.id = v.user_id WHERE v.merchant_id = $2
          RETURNING email`,
        values: [two.id, stall.merchantId],
      })
      const addresses = rows.map(({ email }) => email).slice(1)
      const given = { version: 1, name: 'Member', role: 'manager', addresses, merchant_ids: [] }
      if (isOwnDoing) expect((await one.call('PUT', `/operators/${two.id}`, given)).status).toBe(200)
      expect([isOwnDoing, (await one.answerDispute(disputes[0] ?? 0, 20_000)).status]).toEqual([isOwnDoing, status])
    } finally {
      await alone.close()
    }
  }
})

test('D-50 D-101 a change that is refused, or is about the own merchant of a manager, is not noted for a second one', async () => {
  const { stall, one, id } = await disputed(server)
  const reward = await createReward(server.deps, { merchant_id: stall.merchantId })
  const { data } = await one.call<{ data: object }>('GET', `/rewards/${reward.id}`)
  const form = { ...data, merchant_id: stall.merchantId, image_key: null, owed_sen: 9000 }
  const unknown = { ...form, merchant_id: 1_000_000_000 }
  expect(await one.call('POST', '/rewards', unknown)).toMatchObject({ status: 422 })
  expect(await one.call('PUT', `/rewards/${reward.id}`, unknown)).toMatchObject({ status: 422 })
  await tie(one, stall)
  expect(await one.call('POST', '/rewards', form)).toMatchObject({ status: 403 })
  expect(await one.call('PUT', `/rewards/${reward.id}`, form)).toMatchObject({ status: 403 })
  expect(await one.pay(id)).toMatchObject({ status: 403 })
  expect(await askedBy(one)).toBe(0)
})

test('D-101 of two managers who confirm for each other by a grant of the last 30 days, none does', async () => {
  const { one, two, disputes } = await disputed(server)
  await server.deps.db.pool.query({
    text: "INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)",
    values: [two.id, one.id, server.deps.now()],
  })
  expect(await one.answerDispute(disputes[0] ?? 0, 20_000)).toMatchObject(noted)
  expect(await two.answerDispute(disputes[0] ?? 0, 20_000)).toMatchObject({
    ...notedCode,
    message: `Another manager asked for exactly this, but one of you got an account or role through the other, or both through the same manager, within 30 days. It was noted: it takes effect when a third manager enters exactly the same within 7 days, or either of you after 2 May ${year}.`,
  })
})

test('D-101 a manager confirms what any independent one asked for, which answers everything that was asked about it', async () => {
  const { stall, one, two, id, next, disputes } = await disputed(server)
  const [three, other] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  const [dispute = 0] = disputes
  for (const by of [two, three])
    await server.deps.db.pool.query({
      text: "INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)",
      values: [one.id, by.id, server.deps.now()],
    })
  expect(await other.answerDispute(dispute, 30_000)).toMatchObject(noted)
  for (const manager of [one, two]) expect(await manager.answerDispute(dispute, 20_000)).toMatchObject(notedCode)
  expect((await three.answerDispute(dispute, 20_000)).status).toBe(200)
  expect(await totalOf(stall, next)).toBe(20_000)
  const entries = await findAuditEntries(server, 'statement', Number(id))
  expect(entries.at(-1)?.changes).toContainEqual({ field: 'asked_by', before: null, after: String(two.id) })
  expect(await Promise.all([one, two, other].map(askedBy))).toEqual([0, 0, 0])
})

test('D-101 a payment above RM 5,000 needs two managers with the same reference, and a noted one lapses after 7 days', async () => {
  year += 1
  travelToDay(server, `${year}-03-10`)
  const stall = await createStall(server)
  await stall.handOver({ owed_sen: 500_001 })
  travelToDay(server, `${year}-04-02`)
  const [one, two, three] = [
    await createSettlementDesk(server),
    await createSettlementDesk(server),
    await createSettlementDesk(server),
  ]
  await one.issue(stall, `${year}-03`)
  const { id } = (await one.show(stall, `${year}-03`)).data
  expect(await two.pay(id)).toMatchObject(noted)
  expect(await three.pay(id, 'Another reference')).toMatchObject(noted)
  server.travel(8 * 86_400_000)
  const [later, last] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  expect(await later.pay(id)).toMatchObject(noted)
  const paid = await Promise.all([last.pay(id), last.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([200, 200])
})

test('D-101 an amount owed above RM 50 for a reward, and an earning rule of many stamps, need a second manager', async () => {
  const [one, two] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  const { id } = await createReward(server.deps)
  const { data } = await one.call<{ data: { merchant: { id: number } | null } }>('GET', `/rewards/${id}`)
  const change = (owed_sen: number) => ({ ...data, merchant_id: data.merchant?.id, image_key: null, owed_sen })
  const save = (manager: Manager, owed_sen: number) =>
    manager.call<{ status: number; data?: { owed_sen: number } }>('PUT', `/rewards/${id}`, change(owed_sen))
  expect(await save(one, 10_000_000)).toMatchObject(noted)
  expect(await save(one, 10_000_000)).toMatchObject(noted)
  expect((await save(two, 10_000_000)).data?.owed_sen).toBe(10_000_000)
  const { data: added } = await one.call<{ data: { version: number } }>('GET', `/rewards/${id}`)
  const lower = { ...change(6000), version: added.version }
  expect(await one.call('PUT', `/rewards/${id}`, lower)).toMatchObject({ data: { owed_sen: 6000 } })
  const fresh = { ...change(5001), title: 'Nasi lemak' }
  expect(await one.call('POST', '/rewards', fresh)).toMatchObject(noted)
  expect(await two.call('POST', '/rewards', fresh)).toMatchObject({ data: { owed_sen: 5001 } })
  const rule = {
    sen_per_stamp: 1000,
    min_stamps_per_submission: 1,
    max_stamps_per_submission: 10_000,
    starts_at: 'now',
  }
  for (const given of [rule, { ...rule, sen_per_stamp: 99, max_stamps_per_submission: 50 }]) {
    server.travel(1000)
    expect(await one.call('POST', '/earning-rules', given)).toMatchObject(noted)
    expect(await two.call('POST', '/earning-rules', given)).toHaveProperty('data.id')
  }
  server.travel(1000)
  const usual = { ...rule, max_stamps_per_submission: 100 }
  expect(await one.call('POST', '/earning-rules', usual)).toHaveProperty('data.id')
})

test('D-101 the audit log says who asked for an amount owed or an earning rule, and who confirmed it', async () => {
  const [one, two] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  const reward = await createReward(server.deps)
  const { data } = await one.call<{ data: { merchant: { id: number } | null } }>('GET', `/rewards/${reward.id}`)
  const form = { ...data, merchant_id: data.merchant?.id, image_key: null, owed_sen: 9000 }
  const signed = { field: 'asked_by', before: null, after: String(one.id) }
  const asked = (field: string, after: string) => ({ field, before: null, after })
  for (const manager of [one, one, two]) await manager.call('PUT', `/rewards/${reward.id}`, form)
  const [request, change, ...more] = (await findAuditEntries(server, 'reward', reward.id)).slice(-2)
  expect(more).toEqual([])
  expect(request).toMatchObject({ action: 'reward.confirmation_asked', operator_id: one.id })
  expect(request?.changes).toContainEqual(asked('owed_sen', '9000'))
  expect(change).toMatchObject({ action: 'reward.changed', operator_id: two.id })
  expect(change?.changes).toContainEqual(signed)

  const fresh = { ...form, title: 'Nasi lemak' }
  await one.call('POST', '/rewards', fresh)
  const { data: added } = await two.call<{ data: { id: number } }>('POST', '/rewards', fresh)
  expect((await findAuditEntries(server, 'reward', added.id))[0]?.changes).toContainEqual(signed)
  const rule = { sen_per_stamp: 50, min_stamps_per_submission: 1, max_stamps_per_submission: 9, starts_at: 'now' }
  server.travel(1000)
  await one.call('POST', '/earning-rules', rule)
  const { data: started } = await two.call<{ data: { id: number } }>('POST', '/earning-rules', rule)
  expect((await findAuditEntries(server, 'earning_rule', started.id))[0]?.changes).toContainEqual(signed)
  const ofOne = await findAuditEntries(server, 'operator', one.id)
  expect(ofOne.map(({ action }) => action)).toEqual(['reward.confirmation_asked', 'earning_rule.confirmation_asked'])
  expect(ofOne[0]?.changes).toContainEqual(asked('title', 'Nasi lemak'))
  expect(ofOne[1]?.changes).toContainEqual(asked('starts_at', 'now'))
})

test('D-101 what was asked more than 7 days ago is deleted', async () => {
  const { one, disputes } = await disputed(server)
  expect(await one.answerDispute(disputes[0] ?? 0, 20_000)).toMatchObject(noted)
  const cleanUp = async () => {
    for (const part of Object.values(operatorsCleanUp(server.deps))) await part()
    return askedBy(one)
  }
  server.travel(7 * 86_400_000 - 1000)
  expect(await cleanUp()).toBe(1)
  server.travel(2000)
  expect(await cleanUp()).toBe(0)
})

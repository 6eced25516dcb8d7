import type { Overview, RewardsOverview } from '@stampus/contract/console/overview'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, travelToDay } from '../../../tests/support/api/statements.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const server = serverForTests({ REVIEW_TARGET_HOURS: '4' })
beforeAll(async () => {
  // Start at noon, so that decisions within an hour are on one day.
  travelTo(today().startOfDay().add({ days: 1, hours: 12 }))
})
// The next test sees no decision of this one, and no pending receipt.
afterEach(async () => {
  await server.sql("UPDATE submissions SET status = 'rejected' WHERE status = 'pending'")
  server.travel(91 * DAY)
})

const today = () =>
  Temporal.Instant.fromEpochMilliseconds(server.deps.now().getTime()).toZonedDateTimeISO('Asia/Kuala_Lumpur')
const travelTo = (at: Temporal.ZonedDateTime) => server.travel(at.epochMilliseconds - server.deps.now().getTime())

/** Signs in again each time, because sessions expire when the test moves the clock. */
async function overview(days?: number): Promise<Overview> {
  const { call } = await createDesk(server)
  return (await call<{ data: Overview }>('GET', `/overview${days ? `?days=${days}` : ''}`)).data
}

const createReceipt = async (given: Parameters<typeof createSubmission>[1] = {}) =>
  (await createSubmission(server.deps, given)).id

/** Decides a receipt as a new operator. */
async function decide(id: number, status: 'approved' | 'rejected') {
  const response = await (await createDesk(server))[status === 'approved' ? 'approve' : 'reject'](id, 'Blurred')
  expect(response.status).toBe(201)
}

const createManager = () => createDesk(server, { role: 'manager' })
const rewardsOverview = async () =>
  (await (await createManager()).call<{ data: RewardsOverview }>('GET', '/overview/rewards')).data

test('R-6.04 managers see outstanding stamps, ready vouchers with what they would cost, and what was handed out by month and merchant', async () => {
  travelToDay(server, '2028-03-10')
  const [stall, other] = [await createStall(server), await createStall(server)]
  await stall.handOver()
  await stall.handOver({ owed_sen: 250 })
  const voided = await stall.handOver()
  await (await createSettlementDesk(server)).voidUsed(voided.id)
  const returned = await other.claim()
  await returned.member.giveBack(returned.id)
  travelToDay(server, '2028-04-10')
  await other.handOver({ owed_sen: 40 })
  const deleted = await createClaimant(server.deps, 9)
  await deleteOwnAccount(server, deleted)
  await createClaimant(server.deps, -4)
  const atDesk = vouchersOf(server, await createClaimant(server.deps, 5))
  await atDesk.handOver(await atDesk.claimNew({ merchant_id: null }), await createManager())
  await other.claim({ owed_sen: 500, stamps: 3 })
  const { months, handed_out, ...figures } = await rewardsOverview()
  // Of five stamps each: four members spent two, one got them back, one spent two at the desk, one spent three.
  expect(figures).toEqual({
    outstanding_stamps: 4 * 3 + 5 + 3 + 2,
    ready_vouchers: 1,
    ready_stamps: 3,
    ready_sen: 500,
  })
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2027-05', '2028-04'])
  const merchant = { id: stall.merchantId, name: 'Kopi Kita' }
  expect(handed_out).toEqual([
    { month: '2028-04', merchant: { id: other.merchantId, name: 'Kopi Kita' }, vouchers: 1, value_sen: 40 },
    { month: '2028-04', merchant: null, vouchers: 1, value_sen: 0 },
    { month: '2028-03', merchant, vouchers: 2, value_sen: 430 },
  ])
  const manager = await createManager()
  expect(await manager.file('/overview/rewards/export')).toBe(
    [
      '\ufeff"figure","month","merchant_id","merchant","vouchers","stamps","amount","currency"',
      '"outstanding","","","","","22","",""',
      '"ready","","","","1","3","5.00","RM"',
      `"handed out","2028-04","${other.merchantId}","Kopi Kita","1","","0.40","RM"`,
      '"handed out","2028-04","","","1","","0.00","RM"',
      `"handed out","2028-03","${stall.merchantId}","Kopi Kita","2","","4.30","RM"`,
      '',
    ].join('\r\n'),
  )
})

test('R-6.04 a voucher that has expired or was recalled no longer counts as ready, also before the job has ended it, and months are twelve', async () => {
  const stall = await createStall(server)
  await stall.claim()
  const reward = await createReward(server.deps)
  await vouchersOf(server, await createClaimant(server.deps, 5)).claim(reward)
  expect((await rewardsOverview()).ready_vouchers).toBe(2)
  const manager = await createManager()
  const recall = { version: reward.version, reason: 'The cups broke.' }
  expect((await manager.call('POST', `/rewards/${reward.id}/recall`, recall)).status).toBe(200)
  expect((await rewardsOverview()).ready_vouchers).toBe(1)
  travelToDay(server, '2029-03-31')
  const { ready_vouchers, handed_out } = await rewardsOverview()
  expect([ready_vouchers, handed_out.map(({ month }) => month)]).toEqual([0, ['2028-04', '2028-04']])
})

test('D-45 D-54 pending receipts are counted by age against the target, with the time of the oldest; one whose decision was reversed waits since then', async () => {
  const none = { count: 0, ageing: 0, overdue: 0, oldest_at: null, target_hours: 4, fitting: 0 }
  expect((await overview()).waiting).toEqual(none)
  const { id } = await (await createReversalDesks(server)).decided('rejected')
  server.travel(9 * HOUR)
  const oldest = server.deps.now()
  expect((await (await createReversalDesks(server)).reverse(id, { status: 'pending' })).status).toBe(201)
  server.travel(2 * HOUR)
  await createReceipt()
  server.travel(2 * HOUR)
  await createReceipt()
  const { waiting } = await overview()
  expect(waiting).toEqual({ ...none, count: 3, ageing: 2, overdue: 1, oldest_at: oldest.toISOString() })
})

test('D-51 D-54 the desk, the overview and the search count the same receipts as waiting', async () => {
  const [own, other] = [await createDesk(server), await createDesk(server)]
  const [, escalated, held] = [await createReceipt(), await createReceipt(), await createReceipt()]
  await other.escalate(escalated, 'Two dates on it')
  await other.renew(held)
  const member = await createMember(server.deps, { email: own.email.toUpperCase() })
  await createReceipt({ userId: member.id })
  const search = await own.call<{ data: object[] }>('GET', '/submissions?status=pending')
  const { data } = await own.call<{ data: Overview }>('GET', '/overview')
  const queue = await own.call<object>('GET', '/queue')
  expect([search.data.length, data.waiting.count]).toEqual([3, 3])
  expect(queue).toMatchObject({ waiting: 3, escalated: 1, held: 1 })
})

test('D-54 every day of the period shows its decisions, its stamps and how long decisions took', async () => {
  const first = await createReceipt({ amountSen: 3000 })
  const [second, third] = [await createReceipt(), await createReceipt()]
  server.travel(10 * MINUTE)
  await decide(first, 'approved')
  server.travel(10 * MINUTE)
  await decide(second, 'rejected')
  server.travel(2 * DAY)
  await decide(third, 'approved')
  const { days, typical_ms, slow_ms } = await overview(7)
  expect(days).toHaveLength(7)
  expect(days.slice(4)).toMatchObject([
    { approved: 1, rejected: 1, stamps: 3 },
    { approved: 0, rejected: 0, stamps: 0, typical_ms: null },
    { approved: 1, rejected: 0, stamps: 2 },
  ])
  const minutes = [days[4]?.typical_ms, typical_ms, slow_ms].map((ms) => Math.floor((ms ?? 0) / MINUTE))
  expect(minutes).toEqual([10, 20, 2 * 24 * 60 + 20])
})

test('D-54 D-92 an undone decision does not count, one on a receipt of a deleted account does, and receipts that the deletion withdrew do not', async () => {
  const member = await createSignedInMember(server.deps)
  const maker = await createDesk(server)
  await maker.approve(await createReceipt({ userId: member.id }))
  const undone = await createReceipt({ userId: member.id, amountSen: 3000 })
  await maker.approve(undone)
  expect((await overview()).days.at(-1)).toMatchObject({ approved: 2, stamps: 5 })
  expect((await maker.undo(undone)).status).toBe(200)
  const once = { approved: 1, rejected: 0, stamps: 2 }
  const { days: before, waiting } = await overview()
  expect([before.at(-1), waiting.count]).toMatchObject([once, 1])
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { days, top_merchants } = await overview()
  expect(days.at(-1)).toMatchObject(once)
  expect(top_merchants).toMatchObject([{ approved: 1, stamps: 2 }])
})

test('D-54 the period begins at midnight at the campus, and days are campus days', async () => {
  const id = await createReceipt()
  const lateEvening = today().startOfDay().add({ days: 1 }).subtract({ minutes: 1 })
  travelTo(lateEvening)
  await decide(id, 'approved')
  const day = lateEvening.toPlainDate()
  server.travel(6 * DAY)
  expect((await overview(7)).days[0]).toMatchObject({ day: day.toString(), approved: 1 })
  server.travel(2 * MINUTE)
  const { days, top_merchants } = await overview(7)
  expect([days[0]?.day, days.filter(({ approved }) => approved > 0), top_merchants]).toEqual([
    day.add({ days: 1 }).toString(),
    [],
    [],
  ])
})

test('D-54 the merchants with the most approved receipts come first, ten at most', async () => {
  const { id } = await createMerchant(server.deps, { name: 'Busy' })
  const approved = [await createReceipt({ merchantId: id, amountSen: 5000 }), await createReceipt({ merchantId: id })]
  for (let at = 0; at < 10; at += 1) approved.push(await createReceipt())
  const maker = await createDesk(server)
  for (const receipt of approved) expect((await maker.approve(receipt)).status).toBe(201)
  const { top_merchants } = await overview()
  expect(top_merchants).toHaveLength(10)
  expect(top_merchants[0]).toEqual({ id, name: 'Busy', approved: 2, stamps: 7 })
})

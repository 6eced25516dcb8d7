import { randomUUID } from 'node:crypto'
import type { Meta } from '@stampus/contract/fields'
import { PAGE_SIZE } from '@stampus/contract/limits'
import type { StampEntry } from '@stampus/contract/wallet'
import { beforeAll, expect, test, vi } from 'vitest'
import { giveStamps } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { connect } from '../../../tests/support/api/calls.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { issueMarch } from '../../../tests/support/api/statements.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { dryRun, inTransaction } from '../../platform/db/transaction.ts'
import { findSettlementErrors } from '../settlement/settlement-check.store.ts'
import { findLedgerErrors } from './ledger-check.store.ts'

const server = serverForTests()
const people = actorsOf(server)
const balanceOf = checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
const ids = { receipt: 0, undone: 0, voucher: 0, reward: 0, billed: 0 }
beforeAll(async () => {
  ids.billed = (await issueMarch(server)).vouchers[0]?.id ?? 0
  operators = await createReversalDesks(server)
  for (const kind of ['receipt', 'undone'] as const) {
    ids[kind] = (await createSubmission(server.deps)).id
    await operators.desk.approve(ids[kind])
  }
  await operators.desk.undo(ids.undone)
  const voucher = await (await people.member({ stamps: 5 })).claimNew()
  Object.assign(ids, { voucher: voucher.id, reward: voucher.reward_id })
})

test('S-7.07 D-45 the wallet counts the stamps of the member’s own receipts, and what the pending ones would earn at every edge of the rule', async () => {
  const [member, other] = [await people.member(), await people.member()]
  let [pending_stamps, last] = [0, 0]
  for (const [amountSen, stamps] of [
    [0, 0],
    [1, 1],
    [999, 1],
    [1000, 1],
    [1001, 1],
    [1999, 1],
    [2000, 2],
    [49_999, 49],
    [50_000, 50],
    [50_999, 50],
    [51_000, 50],
    [99_999_999, 50],
  ] as const) {
    last = (await createSubmission(server.deps, { userId: member.id, amountSen })).id
    pending_stamps += stamps
    expect([amountSen, await member.wallet()]).toEqual([amountSen, { stamp_balance: 0, available: 0, pending_stamps }])
  }
  await operators.desk.reject(last, 'Unreadable')
  pending_stamps -= 50
  for (const amountSen of [2500, 900]) {
    const { id } = await createSubmission(server.deps, { userId: member.id, amountSen })
    await operators.desk.approve(id)
  }
  expect(await member.wallet()).toEqual({ stamp_balance: 3, available: 0, pending_stamps })
  const { data } = await connect(server, other)('GET', '/wallet')
  expect(data).toEqual({ stamp_balance: 0, available: 0, pending_stamps: 0 })
})

type Member = Awaited<ReturnType<typeof people.member>>
async function stampsOf(member: Member) {
  const { stamp_balance, available } = await member.wallet()
  return [stamp_balance, available]
}

test('R-1.03 stamps are available once their approval can no longer be undone', async () => {
  const { desk } = operators
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.approve(id)
  server.travel(10_000)
  expect(await stampsOf(member)).toEqual([2, 0])
  expect((await desk.undo(id)).status).toBe(200)
  expect(await stampsOf(member)).toEqual([0, 0])
  await desk.approve(id)
  server.travel(10_001)
  expect(await stampsOf(member)).toEqual([2, 2])
  expect((await desk.undo(id)).status).toBe(409)
})

test('R-1.03 what a reversal approved is available at once, because it cannot be undone', async () => {
  const member = await people.member()
  const { id } = await operators.decided('rejected', { userId: member.id })
  await operators.reverse(id, { status: 'approved', reason: 'It is right.' })
  expect(await stampsOf(member)).toEqual([2, 2])
})

test('R-1.03 an approval at the moment of a reversal to pending can be undone, so it is not available', async () => {
  const member = await people.member()
  const { id } = await operators.decided('approved', { userId: member.id })
  const { desk } = operators
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await operators.reverse(id, { status: 'pending', reason: 'We look again.' })
    await desk.approve(id)
    expect(await stampsOf(member)).toEqual([2, 0])
    expect((await desk.undo(id)).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('R-1.03 an approval of a batch is available when the batch can no longer be undone', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await operators.desk.approve(id)
  const batch = 'INSERT INTO bulk_approvals SELECT id, $2 FROM decisions WHERE submission_id = $1'
  await server.sql(batch, [id, new Date(server.deps.now().getTime() + 5000)])
  server.travel(14_000)
  expect(await stampsOf(member)).toEqual([2, 0])
  server.travel(1001)
  expect(await stampsOf(member)).toEqual([2, 2])
})

/** What the check of the ledger says after a statement, which is undone. */
const errorsAfter = (text: string, ...values: number[]) =>
  inTransaction(server.deps.db.pool, (tx) =>
    dryRun(tx, async () => {
      await tx.query({ text, values })
      return [...(await findLedgerErrors(tx)), ...(await findSettlementErrors(tx))]
    }),
  )

test.each([
  ['receipt', 'submissions SET stamps = 3', 'approved with 3 stamps but 2'],
  ['receipt', "submissions SET stamps = 0, status = 'pending'", 'pending with 0 stamps but 2'],
  ['receipt', 'submissions SET amount_sen = 9900', 'its amount earns another number'],
  ['receipt', 'submissions SET user_id = (SELECT min(id) FROM users)', 'does not fit its decision'],
  ['voucher', "vouchers SET state = 'used', used_at = now(), ended_at = now()", 'is used but has'],
  ['voucher', "vouchers SET state = 'returned', ended_at = now()", 'is returned but has'],
  ['voucher', 'vouchers SET stamps = 3', 'of 3 stamps is ready but has'],
  ['voucher', 'vouchers SET user_id = (SELECT min(id) FROM users)', 'of 2 stamps is ready but has'],
  ['reward', 'rewards SET taken = 2', 'counts 2 taken of'],
  ['billed', 'vouchers SET owed_sen = 999', 'does not fit what it bills'],
  ['billed', 'vouchers SET merchant_id = (SELECT max(id) FROM merchants)', 'does not fit what it bills'],
  ['billed', "vouchers SET state = 'ready', used_at = NULL, ended_at = NULL", 'is ready, and 1 times billed'],
] as const)('D-45 R-1.01 R-6.03 the check of the ledger finds a %s after UPDATE %s', async (what, change, words) => {
  const errors = await errorsAfter(`UPDATE ${change} WHERE id = $1`, ids[what])
  expect(errors).toContainEqual(expect.stringContaining(words))
})

test('R-4.06 R-6.03 the check of the ledger finds a voucher that is paid for twice', async () => {
  // The check reads this table instead of the view of the same name.
  const twice = 'CREATE TEMP TABLE settlements AS TABLE settlements UNION ALL TABLE settlements'
  expect(await errorsAfter(twice)).toContain(`Voucher ${ids.billed} is paid for 2 times`)
})

test('D-45 the check of the ledger finds a credit of a rejection, and an adjustment without its entry or with another one', async () => {
  const credit = `
    WITH d AS (
      INSERT INTO decisions (submission_id, operator_id, status, stamps)
      SELECT $1, min(id), 'rejected', 0 FROM operators RETURNING id, submission_id)
    INSERT INTO ledger_entries (user_id, kind, stamps, decision_id)
    SELECT s.user_id, 'approval', 5, d.id FROM d JOIN submissions s ON s.id = d.submission_id`
  const errors = (await errorsAfter(credit, ids.undone)).join('\n')
  expect(errors).toMatch(/5 are credited[\s\S]*does not fit[\s\S]*rejected with 0/)
  const adjustment = `
    INSERT INTO stamp_adjustments (user_id, operator_id, stamps, reason)
    SELECT user_id, (SELECT min(id) FROM operators), 4, 'x' FROM submissions WHERE id = $1 RETURNING id, user_id`
  const without = await errorsAfter(adjustment, ids.receipt)
  expect(without).toEqual([expect.stringMatching(/^Stamp adjustment \d+ of 4 stamps .* none$/)])
  const entry = `INSERT INTO ledger_entries (user_id, kind, stamps, stamp_adjustment_id)
    SELECT user_id, 'correction', 5, id FROM made`
  const different = await errorsAfter(`WITH made AS (${adjustment}) ${entry}`, ids.receipt)
  expect(different).toEqual([expect.stringContaining('has the entry: 5 stamps')])
})

type EntriesResponse = { data: StampEntry[]; meta: Meta }

const entriesOf = ({ call }: Member, page = 1) => call<EntriesResponse>('GET', `/wallet/entries?page=${page}`)

test('D-45 D-53 a member sees each entry that added or took stamps, with its reason and the shop’s logo', async () => {
  const member = await people.member()
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'rejected', reason: 'A copy <b>.' })
  const gift = { stamps: 5, reason: 'A welcome\ngift', request_id: randomUUID() }
  await operators.manager.call('POST', `/members/${member.id}/stamp-adjustments`, gift)
  const submission = {
    id,
    merchant: 'Kopi Kita',
    purchase_amount: '25.00',
    merchant_logo_url: expect.stringMatching(/\.svg/),
    merchant_logo_placeholder_image_url: 'data:image/svg+xml,logo',
  }
  const { data, meta } = await entriesOf(member)
  expect(data).toEqual(
    [
      { kind: 'correction', stamps: 5, submission: null, voucher: null, reason: 'A welcome\ngift' },
      { kind: 'undo', stamps: -2, submission, voucher: null, reason: 'A copy <b>.' },
      { kind: 'approval', stamps: 2, submission, voucher: null, reason: null },
    ].map((entry) => ({ ...entry, id: expect.any(Number), created_at: expect.stringMatching(/Z$/) })),
  )
  expect(meta).toEqual({ current_page: 1, per_page: PAGE_SIZE, has_more: false })
})

test('D-45 D-102 an approval that a reviewer undid does not show; entries of a receipt that was reversed to pending and withdrawn stay, without it', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await operators.desk.approve(id)
  await operators.desk.undo(id)
  expect((await entriesOf(member)).data).toEqual([])
  await operators.desk.decide({ id, status: 'approved', corrections: { purchase_amount: '31.00' } })
  const approval = { kind: 'approval', stamps: 3 }
  const corrected = { id, purchase_amount: '31.00' }
  expect((await entriesOf(member)).data).toMatchObject([{ ...approval, submission: corrected }])
  expect(await balanceOf(member.id)).toBe(3)
  server.travel(10_001)
  await operators.reverse(id, { status: 'pending', reason: 'We look again.' })
  const undo = { kind: 'undo', stamps: -3, reason: 'We look again.' }
  const entries = (submission: object | null) => [undo, approval].map((entry) => ({ ...entry, submission }))
  expect((await entriesOf(member)).data).toMatchObject(entries({ id }))
  expect((await member.call('POST', `/submissions/${id}/withdrawal`, {})).status).toBe(200)
  expect((await entriesOf(member)).data).toMatchObject(entries(null))
})

test('D-34 D-45 D-53 each member sees only their own entries, in pages of 15, and managers in pages of 25', async () => {
  const [member, other] = [await people.member(), await people.member()]
  for (let times = 0; times < 26; times += 1) await giveStamps(server.deps, member.id)
  const [first, second] = [await entriesOf(member), await entriesOf(member, 2)]
  expect([first.data.length, first.meta.has_more]).toEqual([15, true])
  expect([second.data.length, second.meta.has_more]).toEqual([11, false])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(26)
  expect((await entriesOf(other)).data).toEqual([])
  const { call } = await people.manager()
  const pageOf = async (page: number) => {
    const { data, meta } = await call<EntriesResponse>('GET', `/members/${member.id}/wallet?page=${page}`)
    return [data.length, meta.has_more]
  }
  expect([await pageOf(1), await pageOf(2)]).toEqual([
    [25, true],
    [1, false],
  ])
})

import { randomUUID } from 'node:crypto'
import type { Meta } from '@stampus/contract/fields'
import { PAGE_SIZE } from '@stampus/contract/limits'
import type { StampEntry } from '@stampus/contract/wallet'
import { beforeAll, expect, test, vi } from 'vitest'
import { createOperator, giveStamps } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { connect, post } from '../../../tests/support/api/calls.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { decide } from '../review/decisions/decisions.service.ts'
import { undoDecision } from '../review/decisions/undo.service.ts'
import { findLedgerErrors } from './ledger-check.store.ts'
import { credit } from './wallet.store.ts'

const server = serverForTests()
const people = actorsOf(server)
const balanceOf = checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

type Wallet = { data: { stamp_balance: number; available: number; pending_stamps: number } }
const walletOf = async ({ headers }: { headers: Record<string, string> }) =>
  (await connect(server, { headers })<Wallet>('GET', '/wallet')).data
const submit = ({ id: userId }: { id: number }, amountSen: number) =>
  createSubmission(server.deps, { userId, amountSen })

test('S-7.07 the balance is the sum of the member’s own ledger entries', async () => {
  const { deps } = server
  const [member, other] = [await people.member(), await people.member()]
  const operator = await createOperator(deps)
  expect(await walletOf(member)).toEqual({ stamp_balance: 0, available: 0, pending_stamps: 0 })
  for (const amountSen of [2500, 900])
    await decide(deps, operator.id, { id: (await submit(member, amountSen)).id, status: 'approved' })
  expect(await walletOf(member)).toEqual({ stamp_balance: 3, available: 0, pending_stamps: 0 })
  expect(await walletOf(other)).toEqual({ stamp_balance: 0, available: 0, pending_stamps: 0 })
})

test('S-7.07 D-45 the wallet counts what the member’s own pending receipts would earn, at every edge of the rule', async () => {
  const [member, other] = [await people.member(), await people.member()]
  const operator = await createOperator(server.deps)
  const pendingOf = async (of: typeof member) => (await walletOf(of)).pending_stamps
  let [expected, last] = [0, 0]
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
    last = (await submit(member, amountSen)).id
    expected += stamps
    expect([amountSen, await pendingOf(member)]).toEqual([amountSen, expected])
  }
  await decide(server.deps, operator.id, { id: last, status: 'rejected', reason: 'Unreadable' })
  expect([await pendingOf(member), await pendingOf(other)]).toEqual([expected - 50, 0])
})

async function stampsOf(member: Awaited<ReturnType<typeof people.member>>) {
  const { stamp_balance, available } = await walletOf(member)
  return [stamp_balance, available]
}

test('R-1.03 stamps are available once their approval can no longer be undone', async () => {
  const desk = await people.reviewer()
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.approve(id)
  expect(await stampsOf(member)).toEqual([2, 0])
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
  const desk = await people.reviewer()
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
  const desk = await people.reviewer()
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.approve(id)
  const endedAt = new Date(server.deps.now().getTime() + 5000)
  await server.sql(
    'INSERT INTO bulk_approvals (decision_id, batch_ended_at) SELECT id, $2 FROM decisions WHERE submission_id = $1',
    [id, endedAt],
  )
  server.travel(14_000)
  expect(await stampsOf(member)).toEqual([2, 0])
  server.travel(1001)
  expect(await stampsOf(member)).toEqual([2, 2])
})

test('D-45 the ledger check finds missing, duplicate, foreign and leftover credits', async () => {
  const { deps } = server
  const { pool } = deps.db
  const operator = await createOperator(deps)
  const { id, userId } = await createSubmission(deps)
  await decide(deps, operator.id, { id, status: 'approved' })
  expect(await findLedgerErrors(pool)).toEqual([])
  await server.sql('UPDATE submissions SET stamps = 3 WHERE id = $1', [id])
  expect(await findLedgerErrors(pool)).toHaveLength(2)
  await server.sql("UPDATE submissions SET stamps = 0, status = 'pending' WHERE id = $1", [id])
  expect(await findLedgerErrors(pool)).toHaveLength(2)
  await server.sql("UPDATE submissions SET stamps = 2, status = 'approved', amount_sen = 9900 WHERE id = $1", [id])
  expect(await findLedgerErrors(pool)).toEqual([expect.stringMatching(/its amount earns another number$/)])
  await server.sql('UPDATE submissions SET amount_sen = 2500 WHERE id = $1', [id])
  await undoDecision(deps, operator.id, id)
  expect(await findLedgerErrors(pool)).toEqual([])
  const undone = new Error('undone')
  const found = inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number }>({
      text: `INSERT INTO decisions (submission_id, operator_id, status, stamps) VALUES ($1, $2, 'rejected', 0) RETURNING id`,
      values: [id, operator.id],
    })
    await credit(tx, { userId, decisionId: rows[0]?.id ?? 0, stamps: 5, at: deps.now() })
    const errors = await findLedgerErrors(tx)
    expect(errors.join('\n')).toMatch(/5 are credited[\s\S]*does not fit[\s\S]*rejected with 0/)
    throw undone
  })
  await expect(found).rejects.toBe(undone)
})

type EntriesResponse = { data: StampEntry[]; meta: Meta }

const entriesOf = ({ headers }: { headers: Record<string, string> }, page = 1) =>
  connect(server, { headers })<EntriesResponse>('GET', `/wallet/entries?page=${page}`)

test('D-45 D-53 a member sees each entry that added or took stamps, with its reason and the shop’s logo', async () => {
  const member = await people.member()
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'rejected', reason: 'A copy <b>.' })
  const gift = { stamps: 5, reason: 'A welcome\ngift', request_id: randomUUID() }
  await operators.manager.call('POST', `/members/${member.id}/stamp-corrections`, gift)
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

test('D-45 an approval that a reviewer undid does not show in the list, and the sum is still right', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await operators.desk.approve(id)
  await operators.desk.undo(id)
  expect((await entriesOf(member)).data).toEqual([])
  await operators.desk.decide({ id, status: 'approved', corrections: { purchase_amount: '31.00' } })
  const { data } = await entriesOf(member)
  expect(data).toMatchObject([{ kind: 'approval', stamps: 3, submission: { purchase_amount: '31.00' } }])
  expect(await balanceOf(member.id)).toBe(3)
})

test('D-102 the entries of a receipt that was reversed to pending and withdrawn stay, without the receipt', async () => {
  const member = await people.member()
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'pending', reason: 'We look again.' })
  expect((await entriesOf(member)).data).toMatchObject([{ submission: { id } }, { submission: { id } }])
  expect((await post(server, `/submissions/${id}/withdrawal`, {}, { headers: member.headers })).status).toBe(200)
  expect((await entriesOf(member)).data).toMatchObject([
    { kind: 'undo', stamps: -2, submission: null, reason: 'We look again.' },
    { kind: 'approval', stamps: 2, submission: null, reason: null },
  ])
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

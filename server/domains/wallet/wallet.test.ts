import { expect, test } from 'vitest'
import { createMember, createMemberSession, createOperator } from '../../../tests/support/api/accounts.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { decide } from '../review/decisions/decisions.service.ts'
import { undoDecision } from '../review/decisions/undo.service.ts'
import { findLedgerErrors } from './ledger-check.store.ts'
import { credit } from './wallet.store.ts'

const server = serverForTests()

test('S-7.07 the balance is the sum of the member’s own ledger entries', async () => {
  const { deps, app } = server
  const [member, other] = [await createMember(deps), await createMember(deps)]
  const operator = await createOperator(deps)
  const wallet = async (of: typeof member) =>
    (await app.inject({ url: '/api/wallet', headers: await createMemberSession(deps, of) })).json()
  expect(await wallet(member)).toEqual({ data: { stamp_balance: 0, available: 0, pending_stamps: 0 } })
  for (const amountSen of [2500, 900]) {
    const { id } = await createSubmission(deps, { userId: member.id, amountSen })
    await decide(deps, operator.id, { id, status: 'approved' })
  }
  expect(await wallet(member)).toEqual({ data: { stamp_balance: 3, available: 0, pending_stamps: 0 } })
  expect(await wallet(other)).toEqual({ data: { stamp_balance: 0, available: 0, pending_stamps: 0 } })
})

test('S-7.07 D-45 the wallet counts the stamps that the member’s own pending receipts would earn', async () => {
  const { deps, app } = server
  const [member, other] = [await createMember(deps), await createMember(deps)]
  const operator = await createOperator(deps)
  const pendingOf = async (of: typeof member) =>
    (await app.inject({ url: '/api/wallet', headers: await createMemberSession(deps, of) })).json().data.pending_stamps
  for (const amountSen of [0, 900, 1999, 2500]) await createSubmission(deps, { userId: member.id, amountSen })
  expect(await pendingOf(member)).toBe(1 + 1 + 2)
  const { id } = await createSubmission(deps, { userId: member.id, amountSen: 99_999_900 })
  expect(await pendingOf(member)).toBe(1 + 1 + 2 + 50)
  await decide(deps, operator.id, { id, status: 'rejected', reason: 'Unreadable' })
  expect(await pendingOf(member)).toBe(1 + 1 + 2)
  expect(await pendingOf(other)).toBe(0)
})

test('D-45 a pending receipt counts as the stamps that its approval would earn, at every edge of the rule', async () => {
  const { deps, app } = server
  const member = await createMember(deps)
  const headers = await createMemberSession(deps, member)
  let expected = 0
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
    await createSubmission(deps, { userId: member.id, amountSen })
    expected += stamps
    expect((await app.inject({ url: '/api/wallet', headers })).json().data.pending_stamps).toBe(expected)
  }
})

test('S-7.07 the wallet needs a session', async () => {
  expect((await server.app.inject({ url: '/api/wallet' })).statusCode).toBe(401)
})

test('D-45 the ledger check finds missing, duplicate, foreign and leftover credits', async () => {
  const { deps } = server
  const { pool } = deps.db
  const operator = await createOperator(deps)
  const { id, userId } = await createSubmission(deps)
  await decide(deps, operator.id, { id, status: 'approved' })
  expect(await findLedgerErrors(pool)).toEqual([])
  await pool.query({ text: 'UPDATE submissions SET stamps = 3 WHERE id = $1', values: [id] })
  expect(await findLedgerErrors(pool)).toHaveLength(2)
  await pool.query({ text: "UPDATE submissions SET stamps = 0, status = 'pending' WHERE id = $1", values: [id] })
  expect(await findLedgerErrors(pool)).toHaveLength(2)
  await pool.query({ text: "UPDATE submissions SET stamps = 2, status = 'approved' WHERE id = $1", values: [id] })
  await undoDecision(deps, operator.id, id)
  expect(await findLedgerErrors(pool)).toEqual([])
  const { rows } = await pool.query({
    text: `INSERT INTO decisions (submission_id, operator_id, status, stamps) VALUES ($1, $2, 'rejected', 0) RETURNING id`,
    values: [id, operator.id],
  })
  await credit(pool, { userId, decisionId: rows[0].id, stamps: 5, at: deps.now() })
  expect((await findLedgerErrors(pool)).join('\n')).toMatch(/5 are credited[\s\S]*does not fit[\s\S]*rejected with 0/)
})

test.each(['ledger_entries', 'decisions', 'decision_undos', 'appeal_answers', 'audit_entries'])(
  'D-62 %s refuses UPDATE, DELETE and TRUNCATE',
  async (table) => {
    const { pool } = server.deps.db
    for (const change of [
      `UPDATE ${table} SET created_at = now()`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ]) {
      await expect(pool.query(change)).rejects.toMatchObject({ code: '42501' })
    }
  },
)

import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createReversalDesks, type ReversalAnswer } from '../../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

test('D-45 approvals, suspensions and reversals at once keep the ledger’s sum correct, and of two managers only one reverses', async () => {
  const { desk, manager, findDecisionInForceId, reverse, decided } = operators
  const { deps } = server
  const [second, other] = [await people.reviewer(), await people.manager()]
  for (let round = 0; round < 6; round += 1) {
    const { id, userId } = await decided(round % 2 === 0 ? 'approved' : 'rejected')
    const next = await insertReceipt(deps, { userId })
    const status = ['rejected', 'pending', 'pending', 'approved'][round % 4] ?? 'pending'
    const sent = { decision_id: await findDecisionInForceId(id), status }
    const answers = await Promise.all([
      reverse(id, sent),
      reverse(id, sent, other),
      desk.approve(id),
      second.approve(next.id),
      desk.reject(next.id, 'Too dark'),
      manager.call<ReversalAnswer>('POST', `/members/${userId}/suspension`, { reason: 'Forged' }),
    ])
    expect(answers.filter(({ status: code }) => code >= 500)).toEqual([])
    const reversed = answers.slice(0, 2).map(({ status: code }) => code)
    expect(reversed.sort()).toEqual([201, 409])
    const text =
      "SELECT coalesce(sum(stamps), 0)::int AS stamps FROM submissions WHERE user_id = $1 AND status = 'approved'"
    expect(await rowsOf(server, text, userId)).toEqual([{ stamps: await balance(userId) }])
    expect(await findLedgerErrors(deps.db.pool)).toEqual([])
  }
})

test('D-45 D-62 the table of reversals rejects changes, and the ledger check finds a reversal without the decision it should have set', async () => {
  const { findDecisionInForceId, reverse, decided } = operators
  const [{ id }, operator] = [await decided('approved'), await people.reviewer()]
  const decisionId = await findDecisionInForceId(id)
  await reverse(id, { status: 'pending' })
  for (const change of ["UPDATE reversals SET reason = ''", 'DELETE FROM reversals', 'TRUNCATE reversals CASCADE'])
    await expect(rowsOf(server, change)).rejects.toMatchObject({ code: '42501' })
  const client = await server.deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('ALTER TABLE reversals DISABLE TRIGGER reversals_append_only')
    await client.query({
      text: "UPDATE reversals SET status = 'rejected' WHERE decision_id = $1",
      values: [decisionId],
    })
    expect(await findLedgerErrors(client)).toEqual([expect.stringMatching(/^Reversal \d+ set .* nothing$/)])
    await client.query({
      text: "INSERT INTO decisions (submission_id, operator_id, status, stamps) VALUES ($1, $2, 'rejected', 0)",
      values: [id, operator.id],
    })
    await client.query({ text: "UPDATE submissions SET status = 'rejected' WHERE id = $1", values: [id] })
    expect(await findLedgerErrors(client)).toEqual([expect.stringMatching(/^Reversal \d+ set .* rejected$/)])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

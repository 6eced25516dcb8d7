import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, inject, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
beforeEach(async () => {
  await rowsOf(server, 'UPDATE spot_checks SET closed_at = now()')
  server.travel(11_000)
})

const rejected = { status: 'rejected', reason_code: 'unreadable' } as const

async function createSpotCheck() {
  const [decider, checker] = [await people.reviewer(), await people.reviewer()]
  const made = await approveNewSubmission(server, decider)
  const check = spotChecksAt(checker)
  return { made, check, id: (await check.take()).data.id }
}

test('D-45 D-51 a verdict can be undone for ten seconds by the server’s clock, and the spot check is leased again', async () => {
  const { check, id } = await createSpotCheck()
  const before = await check.agreement()
  await check.giveVerdict(id, rejected)
  server.travel(9_000)
  expect(await check.undo(id)).toMatchObject({ status: 200, data: { id }, waiting: 1 })
  expect((await check.take()).data.id).toBe(id)
  expect((await check.giveVerdict(id, { status: 'approved' })).status).toBe(201)
  server.travel(10_001)
  expect(await check.agreement()).toEqual({ checked: before.checked + 1, agreed: before.agreed + 1 })
  expect(await check.undo(id)).toMatchObject({ status: 409, message: 'This decision can no longer be undone.' })
  expect((await check.take()).data).toBeNull()
})

test('D-51 undoing a verdict twice at once undoes it once, and the next verdict counts', async () => {
  const { check, id } = await createSpotCheck()
  await check.giveVerdict(id, rejected)
  const statuses = (await Promise.all([check.undo(id), check.undo(id)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  const both = await Promise.all([check.giveVerdict(id, rejected), check.giveVerdict(id, rejected)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('D-51 only the checker can undo a verdict', async () => {
  const { check, id } = await createSpotCheck()
  const other = spotChecksAt(await people.manager())
  expect((await other.undo(id)).status).toBe(404)
  await check.giveVerdict(id, rejected)
  expect((await other.undo(id)).status).toBe(404)
  expect((await other.undo(999_999_999)).status).toBe(404)
})

test('D-51 undoing a verdict releases the spot check that was opened meanwhile', async () => {
  const [decider, checker, third] = [await people.reviewer(), await people.reviewer(), await people.reviewer()]
  await approveNewSubmission(server, decider)
  await approveNewSubmission(server, decider)
  const check = spotChecksAt(checker)
  const first = (await check.take()).data.id
  await check.giveVerdict(first, rejected)
  const second = (await check.take()).data.id
  await check.undo(first)
  expect((await spotChecksAt(third).take()).data.id).toBe(second)
})

test('D-45 D-51 the spot check of a reversed decision stays closed', async () => {
  const { made, check, id } = await createSpotCheck()
  const manager = await people.manager()
  await check.giveVerdict(id, rejected)
  const reversal = { decision_id: id, status: 'rejected', reason: 'Not a receipt' }
  expect((await manager.call('POST', `/submissions/${made.id}/reversal`, reversal)).status).toBe(201)
  expect(await check.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
  expect((await check.take()).data).toBeNull()
})

// The embedded database runs one transaction after the other.
test.runIf(inject('template').engine !== 'embedded')(
  'D-45 D-51 a spot check stays closed when its decision is reversed while its verdict is undone',
  async () => {
    const { pool } = server.deps.db
    const [decider, checker] = [await people.reviewer(), await people.reviewer()]
    const manager = await people.manager()
    const made = await createSubmission(server.deps)
    const other = await createSubmission(server.deps, { userId: made.userId })
    await decider.reject(made.id, 'Not a receipt')
    server.travel(11_000)
    const check = spotChecksAt(checker)
    const { id } = (await check.take()).data
    await check.giveVerdict(id, rejected)
    // The same receipt is sent again but not committed: the reversal waits for it, with the spot check already closed.
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query({
      text: `UPDATE submissions o SET merchant_id = s.merchant_id, invoice_key = s.invoice_key,
               purchase_date = s.purchase_date
             FROM submissions s WHERE s.id = $1 AND o.id = $2`,
      values: [made.id, other.id],
    })
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    const reversal = { decision_id: id, status: 'pending', reason: 'We looked again.' }
    const reversing = manager.call('POST', `/submissions/${made.id}/reversal`, reversal)
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    const undoing = check.undo(id)
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2)
    await holder.query('ROLLBACK')
    holder.release()
    expect((await reversing).status).toBe(201)
    expect(await undoing).toMatchObject({ status: 409, message: 'This decision can no longer be undone.' })
    expect((await check.take()).data).toBeNull()
  },
)

test('D-51 D-55 verdicts and their undos are audited and append-only', async () => {
  const { made, check, id } = await createSpotCheck()
  await check.giveVerdict(id, { status: 'approved', corrections: { invoice_number: '311' } })
  await check.undo(id)
  const text = `SELECT action, changed_fields FROM audit_entries
    WHERE subject_kind = 'submission' AND subject_id = $1 AND action LIKE 'submission.check%' ORDER BY id`
  expect(await rowsOf(server, text, made.id)).toEqual([
    { action: 'submission.checked', changed_fields: ['spot_check', 'invoice_number'] },
    { action: 'submission.check_undone', changed_fields: ['spot_check'] },
  ])
  for (const table of ['spot_check_verdicts', 'spot_check_undos'])
    await expect(rowsOf(server, `DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' })
})

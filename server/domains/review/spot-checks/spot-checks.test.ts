import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { countWaiting, rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
beforeEach(async () => {
  await rowsOf(server, 'UPDATE spot_checks SET closed_at = now()')
  // Verdicts of one test count before the next test begins.
  server.travel(11_000)
})

const take = (desk: Desk) => spotChecksAt(desk).take()
const say = (desk: Desk, id: number, status: 'approved' | 'rejected', reason_code?: 'unreadable' | 'wrong_date') =>
  spotChecksAt(desk).giveVerdict(id, { status, ...(reason_code && { reason_code }) })

test('D-51 a drawn decision goes to another operator, who sees the receipt but not the decision', async () => {
  const decider = await people.reviewer({ name: 'Rosli' })
  const [other, third] = [await people.reviewer(), await people.reviewer()]
  const made = await insertReceipt(server.deps)
  await decider.reject(made.id, 'Blurred beyond reading')
  expect(await take(other)).toMatchObject({ data: null, waiting: 0 })
  server.travel(11_000)
  expect(await take(decider)).toMatchObject({ data: null, waiting: 0 })
  const { data, waiting } = await take(other)
  expect(waiting).toBe(1)
  expect(Object.keys(data).sort()).toEqual(
    ['created_at', 'id', 'invoice_no', 'look_alikes', 'merchant', 'picture', 'purchase_amount', 'purchase_date'].sort(),
  )
  expect(JSON.stringify(data)).not.toMatch(/reject|approve|Blurred|Rosli/i)
  expect(data.invoice_no).toBe(made.invoiceNo)
  expect((await take(other)).data.id).toBe(data.id)
  expect((await take(third)).data).toBeNull()
  expect((await say(decider, data.id, 'approved')).status).toBe(404)
  expect((await say(third, data.id, 'approved')).status).toBe(404)
  expect((await say(other, data.id, 'rejected')).status).toBe(422)
  const given = await say(other, data.id, 'rejected', 'unreadable')
  expect(given).toEqual({ status: 201, data: { undo_left_ms: 10_000 } })
  expect(await say(other, data.id, 'approved')).toMatchObject({ status: 409, message: texts.alreadySpotChecked })
  expect((await say(third, 999_999_999, 'approved')).status).toBe(404)
})

test('D-51 D-54 managers see both sides of a disagreement; it changes nothing by itself and is counted once it can no longer be undone', async () => {
  const [decider, other] = [await people.reviewer({ name: 'Rosli' }), await people.reviewer({ name: 'Devi' })]
  const manager = await people.manager()
  const { agreement, list } = spotChecksAt(manager)
  const before = await agreement()
  const first = await approveNewSubmission(server, decider)
  await approveNewSubmission(server, decider)
  await say(other, (await take(other)).data.id, 'rejected', 'wrong_date')
  await say(other, (await take(other)).data.id, 'approved')
  server.travel(10_000)
  expect(await agreement()).toEqual(before)
  server.travel(1)
  expect(await agreement()).toEqual({ checked: before.checked + 2, agreed: before.agreed + 1 })
  const sides = {
    first: { operator: 'Rosli', status: 'approved' },
    second: { operator: 'Devi', status: 'rejected', reason_code: 'wrong_date' },
  }
  expect((await list()).data).toMatchObject([{ submission_id: first.id, status: 'approved', ...sides }])
  expect((await other.show(first.id)).data.status).toBe('approved')
})

test('D-45 D-51 an undone decision is not spot-checked, and with a share of 0 none is drawn', async () => {
  const { config } = server.deps
  const [decider, other] = [await people.reviewer(), await people.reviewer()]
  const { id } = await insertReceipt(server.deps)
  await decider.approve(id)
  await decider.undo(id)
  config.SPOT_CHECK_PERCENT = 0
  await approveNewSubmission(server, decider)
  config.SPOT_CHECK_PERCENT = 100
  expect(await take(other)).toMatchObject({ data: null, waiting: 0 })
})

test('D-51 two operators at once check two receipts; after a lease ended, its spot check is served again and takes no verdict until then', async () => {
  const [decider, one, two] = [await people.reviewer(), await people.reviewer(), await people.reviewer()]
  await approveNewSubmission(server, decider)
  await approveNewSubmission(server, decider)
  const [{ data: left }, { data: checked }] = await Promise.all([take(one), take(two)])
  expect(left.id).not.toBe(checked.id)
  await say(two, checked.id, 'approved')
  server.travel(300_001)
  expect(await say(one, left.id, 'approved')).toMatchObject({ status: 409, message: texts.spotCheckExpired })
  expect((await take(two)).data.id).toBe(left.id)
  expect((await say(two, left.id, 'approved')).status).toBe(201)
})

test('D-51 a spot check closes after 30 days, and is skipped when its picture is gone', async () => {
  const [decider, gone] = [await people.reviewer(), await people.reviewer()]
  const withdrawn = await approveNewSubmission(server, decider)
  const remove = 'SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL'
  await rowsOf(server, `UPDATE submissions ${remove} WHERE id = $1`, withdrawn.id)
  await approveNewSubmission(server, decider)
  expect(await take(gone)).toMatchObject({ waiting: 1 })
  server.travel(30 * 86_400_000)
  expect(await take(await people.reviewer())).toMatchObject({ data: null, waiting: 0 })
  expect(await rowsOf(server, 'SELECT FROM spot_checks WHERE closed_at IS NULL')).toEqual([])
})

const rejected = { status: 'rejected', reason_code: 'unreadable' } as const

async function createSpotCheck() {
  const [decider, checker] = [await people.reviewer(), await people.reviewer()]
  const made = await approveNewSubmission(server, decider)
  const check = spotChecksAt(checker)
  return { made, check, checker, id: (await check.take()).data.id }
}

test('D-45 D-51 a verdict can be undone for ten seconds by the server’s clock, only by its checker, who has the spot check again instead of the one opened meanwhile', async () => {
  const { check, id } = await createSpotCheck()
  await approveNewSubmission(server, await people.reviewer())
  const before = await check.agreement()
  await check.giveVerdict(id, rejected)
  const second = (await check.take()).data.id
  const other = spotChecksAt(await people.manager())
  for (const unknown of [id, 999_999_999]) expect((await other.undo(unknown)).status).toBe(404)
  server.travel(9_000)
  expect(await check.undo(id)).toMatchObject({ status: 200, data: { id }, waiting: 2 })
  expect((await other.take()).data.id).toBe(second)
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

// The embedded database runs one transaction after the other.
test.runIf(inject('template').engine !== 'embedded')(
  'D-45 D-51 a spot check stays closed when its decision is reversed while its verdict is undone',
  async () => {
    const [decider, checker] = [await people.reviewer(), await people.reviewer()]
    const manager = await people.manager()
    const made = await insertReceipt(server.deps)
    const other = await insertReceipt(server.deps, { userId: made.userId })
    await decider.reject(made.id, 'Not a receipt')
    server.travel(11_000)
    const check = spotChecksAt(checker)
    const { id } = (await check.take()).data
    await check.giveVerdict(id, rejected)
    // The same receipt is sent again but not committed: the reversal waits for it, with the spot check already closed.
    const holder = await server.deps.db.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('BEGIN')
    await holder.query({
      text: `UPDATE submissions o SET merchant_id = s.merchant_id, invoice_key = s.invoice_key,
               purchase_date = s.purchase_date
             FROM submissions s WHERE s.id = $1 AND o.id = $2`,
      values: [made.id, other.id],
    })
    const reversal = { decision_id: id, status: 'pending', reason: 'We looked again.' }
    const reversing = manager.call('POST', `/submissions/${made.id}/reversal`, reversal)
    await expect.poll(() => countWaiting(server)).toBe(1)
    const undoing = check.undo(id)
    await expect.poll(() => countWaiting(server)).toBe(2)
    await holder.query('ROLLBACK')
    expect((await reversing).status).toBe(201)
    expect(await undoing).toMatchObject({ status: 409, message: 'This decision can no longer be undone.' })
    expect((await check.take()).data).toBeNull()
  },
)

test('D-51 D-55 a correction in a verdict does not change the receipt, and only managers see it in the history; verdicts and their undos are audited and append-only', async () => {
  const { made, check, checker, id } = await createSpotCheck()
  await check.giveVerdict(id, { status: 'approved', corrections: { invoice_number: '311' } })
  const { invoice_no, decisions } = await (await people.manager()).history(made.id)
  expect(invoice_no).toBe(made.invoiceNo)
  const corrections = [{ field: 'invoice_number', typed: made.invoiceNo, corrected: '311' }]
  const verdict = { status: 'approved', corrections, operator: { id: checker.id }, closure: null }
  expect(decisions[0]?.second_look).toMatchObject(verdict)
  expect((await (await people.reviewer()).history(made.id)).decisions[0]?.second_look).toBeNull()
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

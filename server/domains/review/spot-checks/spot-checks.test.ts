import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
beforeEach(async () => {
  await rowsOf(server, 'UPDATE spot_checks SET closed_at = now()')
  // Verdicts of one test count before the next test begins.
  server.travel(11_000)
})

const take = (desk: Desk) => spotChecksAt(desk).take()
type Verdict = Parameters<ReturnType<typeof spotChecksAt>['giveVerdict']>[1]
const say = (desk: Desk, id: number, status: 'approved' | 'rejected', reason_code?: Verdict['reason_code']) =>
  spotChecksAt(desk).giveVerdict(id, { status, ...(reason_code && { reason_code }) })

/** A decided receipt after its undo time. */
async function decided(desk: Desk) {
  const made = await createSubmission(server.deps)
  await desk.approve(made.id)
  server.travel(11_000)
  return made
}

test('D-51 a drawn decision goes to another operator, who sees the receipt but not the decision', async () => {
  const decider = await people.reviewer({ name: 'Rosli' })
  const [other, third] = [await people.reviewer(), await people.reviewer()]
  const made = await createSubmission(server.deps)
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

test('D-51 managers see both sides of a disagreement; it changes nothing by itself and is counted', async () => {
  const [decider, other] = [await people.reviewer({ name: 'Rosli' }), await people.reviewer({ name: 'Devi' })]
  const manager = await people.manager()
  const { agreement, list } = spotChecksAt(manager)
  const before = await agreement()
  const first = await decided(decider)
  await decided(decider)
  await say(other, (await take(other)).data.id, 'rejected', 'wrong_date')
  await say(other, (await take(other)).data.id, 'approved')
  server.travel(11_000)
  expect(await agreement()).toEqual({ checked: before.checked + 2, agreed: before.agreed + 1 })
  expect((await list()).data).toMatchObject([
    {
      submission_id: first.id,
      status: 'approved',
      first: { operator: 'Rosli', status: 'approved' },
      second: { operator: 'Devi', status: 'rejected', reason_code: 'wrong_date' },
    },
  ])
  expect((await other.call('GET', '/disagreements')).status).toBe(403)
  expect((await other.show(first.id)).data.status).toBe('approved')
  await expect(rowsOf(server, 'DELETE FROM spot_check_verdicts')).rejects.toMatchObject({ code: '42501' })
})

test('D-45 D-51 an undone decision is not spot-checked', async () => {
  const [decider, other] = [await people.reviewer(), await people.reviewer()]
  const { id } = await createSubmission(server.deps)
  await decider.approve(id)
  await decider.undo(id)
  server.travel(11_000)
  expect(await take(other)).toMatchObject({ data: null, waiting: 0 })
})

test('D-51 two operators at once check two receipts, and an unfinished check is served again', async () => {
  const [decider, one, two] = [await people.reviewer(), await people.reviewer(), await people.reviewer()]
  await decided(decider)
  await decided(decider)
  const held = await Promise.all([take(one), take(two)])
  expect(new Set(held.map(({ data }) => data.id)).size).toBe(2)
  await say(two, held[1].data.id, 'approved')
  server.travel(300_001)
  expect((await take(two)).data.id).toBe(held[0].data.id)
})

test('D-51 with a spot-check share of 0, no decision is drawn', async () => {
  const { config } = server.deps
  const before = config.SPOT_CHECK_PERCENT
  config.SPOT_CHECK_PERCENT = 0
  const desk = await people.reviewer()
  for (const _ of [1, 2, 3]) await decided(desk)
  config.SPOT_CHECK_PERCENT = before
  expect(await openChecks()).toEqual([])
})

test('D-51 an operator whose lease on a spot check ended cannot give a verdict until they lease it again', async () => {
  const [decider, other] = [await people.reviewer(), await people.reviewer()]
  await decided(decider)
  const { id } = (await take(other)).data
  server.travel(300_001)
  expect(await say(other, id, 'approved')).toMatchObject({ status: 409, message: texts.spotCheckExpired })
  expect((await take(other)).data.id).toBe(id)
  expect((await say(other, id, 'approved')).status).toBe(201)
})

test('D-51 a spot check closes after 30 days, and is skipped when its picture is gone', async () => {
  const [decider, gone] = [await people.reviewer(), await people.reviewer()]
  const withdrawn = await decided(decider)
  const remove = 'SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL'
  await rowsOf(server, `UPDATE submissions ${remove} WHERE id = $1`, withdrawn.id)
  await decided(decider)
  expect(await take(gone)).toMatchObject({ waiting: 1 })
  server.travel(30 * 86_400_000)
  expect(await take(await people.reviewer())).toMatchObject({ data: null, waiting: 0 })
  expect(await openChecks()).toEqual([])
})

const openChecks = () => rowsOf(server, 'SELECT decision_id FROM spot_checks WHERE closed_at IS NULL')

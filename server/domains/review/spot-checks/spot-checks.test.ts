import type { Disagreement, SpotCheck } from '@stampus/contract/console/spotChecks'
import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
beforeEach(async () => {
  await server.deps.db.pool.query('UPDATE spot_checks SET closed_at = now()')
  // Verdicts of one test count before the next test begins.
  server.travel(11_000)
})

type Desk = Awaited<ReturnType<typeof createDesk>>
type Answer = { status: number; message: string; data: SpotCheck & { undo_left_ms: number }; waiting: number }
const take = (desk: Desk) => desk.call<Answer>('POST', '/checks', {})
const say = (desk: Desk, id: number, status: string, reason_code?: string) =>
  desk.call<Answer>('POST', `/checks/${id}/verdict`, { status, reason_code })

/** A decided receipt after its undo time. */
async function decided(desk: Desk, reason?: string) {
  const made = await createSubmission(server.deps)
  await (reason ? desk.reject(made.id, reason) : desk.approve(made.id))
  server.travel(11_000)
  return made
}

test('D-51 a drawn decision goes to another operator, who sees the receipt but not the decision', async () => {
  const [decider, other, third] = [
    await createDesk(server, { name: 'Rosli' }),
    await createDesk(server),
    await createDesk(server),
  ]
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
  const [decider, other] = [await createDesk(server, { name: 'Rosli' }), await createDesk(server, { name: 'Devi' })]
  const manager = await createDesk(server, { role: 'manager' })
  const { agreement } = spotChecksAt(manager)
  const before = await agreement()
  const first = await decided(decider)
  await decided(decider)
  await say(other, (await take(other)).data.id, 'rejected', 'wrong_date')
  await say(other, (await take(other)).data.id, 'approved')
  server.travel(11_000)
  expect(await agreement()).toEqual({ checked: before.checked + 2, agreed: before.agreed + 1 })
  const shown = await manager.call<{ data: Disagreement[] }>('GET', '/disagreements')
  expect(shown.data).toMatchObject([
    {
      submission_id: first.id,
      status: 'approved',
      first: { operator: 'Rosli', status: 'approved' },
      second: { operator: 'Devi', status: 'rejected', reason_code: 'wrong_date' },
    },
  ])
  expect((await other.call('GET', '/disagreements')).status).toBe(403)
  expect((await other.show(first.id)).data.status).toBe('approved')
  await expect(server.deps.db.pool.query('DELETE FROM spot_check_verdicts')).rejects.toMatchObject({ code: '42501' })
})

test('D-45 D-51 an undone decision is not spot-checked', async () => {
  const [decider, other] = [await createDesk(server), await createDesk(server)]
  const { id } = await createSubmission(server.deps)
  await decider.approve(id)
  await decider.undo(id)
  server.travel(11_000)
  expect(await take(other)).toMatchObject({ data: null, waiting: 0 })
})

test('D-51 two operators at once check two receipts, and an unfinished check is served again', async () => {
  const [decider, one, two] = [await createDesk(server), await createDesk(server), await createDesk(server)]
  await decided(decider)
  await decided(decider)
  const held = await Promise.all([take(one), take(two)])
  expect(new Set(held.map(({ data }) => data.id)).size).toBe(2)
  await say(two, held[1].data.id, 'approved')
  server.travel(300_001)
  expect((await take(two)).data.id).toBe(held[0].data.id)
})

test('D-51 with a spot-check share of 0, no decision is drawn', async () => {
  const quiet = await testApp({ SPOT_CHECK_PERCENT: '0' })
  const desk = await createDesk(quiet)
  for (const _ of [1, 2, 3]) await desk.approve((await createSubmission(quiet.deps)).id)
  const { rows } = await quiet.deps.db.pool.query('SELECT count(*) AS drawn FROM spot_checks')
  expect(rows[0].drawn).toBe(0)
  await quiet.close()
})

test('D-51 an operator whose lease on a spot check ended cannot give a verdict until they lease it again', async () => {
  const [decider, other] = [await createDesk(server), await createDesk(server)]
  await decided(decider)
  const { id } = (await take(other)).data
  server.travel(300_001)
  expect(await say(other, id, 'approved')).toMatchObject({ status: 409, message: texts.spotCheckExpired })
  expect((await take(other)).data.id).toBe(id)
  expect((await say(other, id, 'approved')).status).toBe(201)
})

test('D-51 a spot check closes after 30 days, and is skipped when its picture is gone', async () => {
  const [decider, gone] = [await createDesk(server), await createDesk(server)]
  const withdrawn = await decided(decider)
  await server.deps.db.pool.query({
    text: 'UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL WHERE id = $1',
    values: [withdrawn.id],
  })
  await decided(decider)
  expect(await take(gone)).toMatchObject({ waiting: 1 })
  server.travel(30 * 86_400_000)
  expect(await take(await createDesk(server))).toMatchObject({ data: null, waiting: 0 })
  expect(await openChecks()).toBe(0)
})

async function openChecks(): Promise<number> {
  const { rows } = await server.deps.db.pool.query('SELECT count(*) AS open FROM spot_checks WHERE closed_at IS NULL')
  return rows[0].open
}

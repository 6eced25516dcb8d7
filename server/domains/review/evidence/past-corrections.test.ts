import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)

const DAY_MS = 86_400_000

/** A receipt of the member, typed as RM 25.00 and approved with this amount. */
async function corrected(userId: number, purchase_amount: string) {
  const desk = await people.reviewer()
  const { id } = await createSubmission(server.deps, { userId })
  expect((await desk.decide({ id, status: 'approved', corrections: { purchase_amount } })).status).toBe(201)
  server.travel(2 * 3_600_000)
  return id
}

/** What the desk shows of this member's next receipt, and whether it is offered in bulk. */
async function next(userId: number) {
  const desk = await people.reviewer()
  const { id } = await createSubmission(server.deps, { userId })
  const { recent, signals } = (await desk.show(id)).data
  const isOffered = (await desk.offered()).includes(id)
  await desk.reject(id, 'Blurred')
  server.travel(2 * 3_600_000)
  return { corrected: recent.corrected, signals: signals.map(({ kind, text }) => [kind, text]), isOffered }
}

test('D-51 the desk shows how often and by how much a member was corrected; three lowered amounts in 60 days are a signal', async () => {
  const userId = (await people.member()).id
  const none = { receipts: 0, lowered: 0, lowered_by: '0.00', raised: 0, raised_by: '0.00' }
  expect(await next(userId)).toEqual({ corrected: none, signals: [], isOffered: true })
  await corrected(userId, '20.00')
  await corrected(userId, '26.00')
  await corrected(userId, '24.50')
  const two = { receipts: 3, lowered: 2, lowered_by: '5.50', raised: 1, raised_by: '1.00' }
  expect(await next(userId)).toEqual({ corrected: two, signals: [], isOffered: true })
  await corrected(userId, '15.00')
  expect(await next(userId)).toEqual({
    corrected: { receipts: 4, lowered: 3, lowered_by: '15.50', raised: 1, raised_by: '1.00' },
    signals: [['often_corrected', 'The member typed too high an amount 3 times in 60 days, by RM\u202f15.50 in total']],
    isOffered: false,
  })
  expect((await next((await people.member()).id)).signals).toEqual([])
  server.travel(60 * DAY_MS)
  expect(await next(userId)).toMatchObject({ corrected: { lowered: 3 }, signals: [], isOffered: true })
})

test('D-51 a correction that was undone or reversed does not count', async () => {
  const userId = (await people.member()).id
  for (const _ of [1, 2]) await corrected(userId, '20.00')
  const desk = await people.reviewer()
  const { id } = await createSubmission(server.deps, { userId })
  await desk.decide({ id, status: 'approved', corrections: { purchase_amount: '20.00' } })
  await desk.undo(id)
  await desk.reject(id, 'Blurred')
  server.travel(2 * 3_600_000)
  const reversed = await corrected(userId, '20.00')
  expect((await next(userId)).signals).toHaveLength(1)
  const { reverse } = await createReversalDesks(server)
  expect((await reverse(reversed, { status: 'rejected' })).status).toBe(201)
  expect(await next(userId)).toMatchObject({ corrected: { lowered: 2, lowered_by: '10.00' }, signals: [] })
})

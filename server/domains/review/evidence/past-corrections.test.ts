import { expect, test } from 'vitest'
import { createMember } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })

const DAY_MS = 86_400_000

/** A receipt of the member, typed as RM 25.00 and approved with this amount. */
async function corrected(userId: number, purchase_amount: string) {
  const desk = await createDesk(server)
  const { id } = await createSubmission(server.deps, { userId })
  expect((await desk.decide({ id, status: 'approved', corrections: { purchase_amount } })).status).toBe(201)
  server.travel(2 * 3_600_000)
  return { id, desk }
}

/** What the desk shows of this member's next receipt, and whether it is offered in bulk. */
async function next(userId: number) {
  const desk = await createDesk(server)
  const { id } = await createSubmission(server.deps, { userId })
  const { recent, signals } = (await desk.show(id)).data
  const { data } = await desk.call<{ data: { id: number }[] }>('GET', '/bulk')
  const isOffered = data.some((row) => row.id === id)
  await desk.reject(id, 'Blurred')
  server.travel(2 * 3_600_000)
  return { corrected: recent.corrected, signals: signals.map(({ kind, text }) => [kind, text]), isOffered }
}

test('D-51 the desk shows how often and by how much a member was corrected; three lowered amounts in 60 days are a signal', async () => {
  const userId = (await createMember(server.deps)).id
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
  expect((await next((await createMember(server.deps)).id)).signals).toEqual([])
  server.travel(60 * DAY_MS)
  expect(await next(userId)).toMatchObject({ corrected: { lowered: 3 }, signals: [], isOffered: true })
})

test('D-51 a correction that was undone or reversed does not count', async () => {
  const operators = await createReversalDesks(server)
  const userId = (await createMember(server.deps)).id
  await corrected(userId, '20.00')
  await corrected(userId, '20.00')
  const desk = await createDesk(server)
  const { id } = await createSubmission(server.deps, { userId })
  await desk.decide({ id, status: 'approved', corrections: { purchase_amount: '20.00' } })
  await desk.undo(id)
  await desk.reject(id, 'Blurred')
  server.travel(2 * 3_600_000)
  const reversed = (await corrected(userId, '20.00')).id
  expect((await next(userId)).signals).toHaveLength(1)
  const manager = await createDesk(server, { role: 'manager' })
  expect(
    (
      await operators.reverse(
        reversed,
        { status: 'rejected', decision_id: await findDecisionInForceId(manager, reversed) },
        manager,
      )
    ).status,
  ).toBe(201)
  expect(await next(userId)).toMatchObject({ corrected: { lowered: 2, lowered_by: '10.00' }, signals: [] })
})

type History = { data: { decisions: { id: number; taken_back: object | null }[] } }
async function findDecisionInForceId(manager: Awaited<ReturnType<typeof createDesk>>, id: number): Promise<number> {
  const { data } = await manager.call<History>('GET', `/submissions/${id}/history`)
  return data.decisions.find(({ taken_back }) => !taken_back)?.id ?? 0
}

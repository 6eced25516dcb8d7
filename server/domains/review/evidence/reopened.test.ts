import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'

type Operators = Awaited<ReturnType<typeof createReversalDesks>>

const server = serverForTests({ RECEIPT_OCR: 'off' })
let operators: Operators
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

/** Appeals against a rejection. Returns the appeal. */
async function appeal({ id, userId }: { id: number; userId: number }, message = 'Please look again.') {
  await makeAppeal(server.deps, { userId, submissionId: id, message })
  return (await operators.manager.appeals()).data.find(({ item }) => item.id === id)?.id ?? 0
}

async function reopen(message = 'The total can be read.') {
  const made = await operators.decided('rejected')
  expect((await operators.manager.answer(await appeal(made, message), 'reopened', 'You are right.')).status).toBe(201)
  return made.id
}

test('D-45 D-51 D-90 the desk shows the appeal, the rejection and its reason for a reopened receipt', async () => {
  const id = await reopen()
  const { data } = await operators.desk.renew(id)
  expect(data.reopened).toEqual({
    by: 'appeal',
    operator: 'Tan Mei Fong',
    created_at: expect.stringMatching(/Z$/),
    words: 'You are right.',
    appeal: { message: 'The total can be read.', created_at: expect.stringMatching(/Z$/) },
    decision: {
      status: 'rejected',
      reason: 'Too dark',
      notes: null,
      operator: (await operators.history(id)).decisions[0]?.operator.name,
      decided_at: expect.stringMatching(/Z$/),
    },
  })
  expect(data.signals.map(({ text }) => text)).toEqual(['Reopened by an appeal: read what the member wrote'])
})

test('D-45 D-90 a receipt reopened by an appeal is never offered in bulk, and left out when it was offered before', async () => {
  const { desk, manager } = operators
  const [made, plain] = [await createSubmission(server.deps), await createSubmission(server.deps)]
  const { offer } = await desk.bulk()
  await desk.reject(made.id, 'Too dark')
  await manager.answer(await appeal(made), 'reopened')
  const { data, waiting } = await desk.bulk()
  expect(data.map(({ id }) => id)).toContain(plain.id)
  expect(data.map(({ id }) => id)).not.toContain(made.id)
  expect(waiting.flagged).toBeGreaterThan(0)
  server.travel(1000)
  const { approved, left_out } = await desk.approveBulk([made.id], offer)
  expect([approved, left_out]).toEqual([[], [{ id: made.id, reason: texts.hasNewSignal }]])
})

test('D-45 the desk shows the reason and the earlier decision for a receipt sent back by a reversal', async () => {
  const { id } = await operators.decided('approved')
  await operators.reverse(id, { status: 'pending', reason: 'The invoice is of another shop.' })
  const { data } = await operators.desk.show(id)
  expect(data.reopened).toMatchObject({
    by: 'reversal',
    operator: 'Tan Mei Fong',
    words: 'The invoice is of another shop.',
    appeal: null,
    decision: { status: 'approved', reason: null },
  })
  expect(data.signals.map(({ kind }) => kind)).toEqual(['reopened'])
  expect(await operators.desk.offered()).not.toContain(id)
})

test('D-45 D-90 a receipt keeps its reopened mark until it is decided, also after an undone decision', async () => {
  const id = await reopen()
  await operators.desk.approve(id)
  expect((await operators.desk.show(id)).data.reopened).toBeNull()
  expect((await operators.desk.undo(id)).data.reopened).toMatchObject({ by: 'appeal' })
  const plain = (await createSubmission(server.deps)).id
  await operators.desk.approve(plain)
  expect((await operators.desk.undo(plain)).data.reopened).toBeNull()
})

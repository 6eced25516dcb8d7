import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'

type Operators = Awaited<ReturnType<typeof createReversalDesks>>
type Done = { approved: number[]; left_out: { id: number; reason: string }[] }

const server = serverForTests({ RECEIPT_OCR: 'off' })
let operators: Operators
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

const offered = () => operators.desk.call<PlainReceipts>('GET', '/bulk')
const kinds = async (id: number) => (await operators.desk.show(id)).data.signals.map(({ kind }) => kind)

/** A rejection that its member appealed. Returns the receipt and its appeal. */
async function createAppeal(message: string) {
  const made = await operators.decided('rejected')
  await makeAppeal(server.deps, { userId: made.userId, submissionId: made.id, message })
  const open = (await operators.manager.appeals()).data.find(({ item }) => item.id === made.id)
  return { ...made, appealId: open?.id ?? 0 }
}

async function reopen(message = 'The total can be read.', answer = 'You are right.') {
  const appeal = await createAppeal(message)
  expect((await operators.manager.answer(appeal.appealId, 'reopened', answer)).status).toBe(201)
  return appeal.id
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
  const appeal = await createAppeal('Please look again.')
  const plain = (await createSubmission(server.deps)).id
  await operators.manager.answer(appeal.appealId, 'reopened')
  const { data, waiting } = await offered()
  expect(data.map(({ id }) => id)).toContain(plain)
  expect(data.map(({ id }) => id)).not.toContain(appeal.id)
  expect(waiting.flagged).toBeGreaterThan(0)
})

test('D-45 D-90 a receipt reopened while it is on offer is left out at the approval', async () => {
  const made = await createSubmission(server.deps)
  const { offer } = await offered()
  await operators.desk.reject(made.id, 'Too dark')
  await makeAppeal(server.deps, { userId: made.userId, submissionId: made.id, message: 'Please look again.' })
  const open = (await operators.manager.appeals()).data.find(({ item }) => item.id === made.id)
  await operators.manager.answer(open?.id ?? 0, 'reopened')
  server.travel(1000)
  const { approved, left_out } = await operators.desk.call<Done>('POST', '/bulk', { ids: [made.id], offer })
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
  expect(await kinds(id)).toEqual(['reopened'])
  expect((await offered()).data.map((one) => one.id)).not.toContain(id)
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

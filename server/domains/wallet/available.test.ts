import { expect, test, vi } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

async function stampsOf(member: Awaited<ReturnType<typeof createMember>>) {
  const headers = await createMemberSession(server.deps, member)
  const { stamp_balance, available } = (await server.app.inject({ url: '/api/wallet', headers })).json().data
  return [stamp_balance, available]
}

test('R-1.03 stamps are available once their approval can no longer be undone', async () => {
  const desk = await createDesk(server)
  const member = await createMember(server.deps)
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.approve(id)
  expect(await stampsOf(member)).toEqual([2, 0])
  server.travel(10_000)
  expect(await stampsOf(member)).toEqual([2, 0])
  expect((await desk.undo(id)).status).toBe(200)
  expect(await stampsOf(member)).toEqual([0, 0])
  await desk.approve(id)
  server.travel(10_001)
  expect(await stampsOf(member)).toEqual([2, 2])
  expect((await desk.undo(id)).status).toBe(409)
})

test('R-1.03 what a reversal approved is available at once, because it cannot be undone', async () => {
  const operators = await createReversalDesks(server)
  const member = await createMember(server.deps)
  const { id } = await operators.decided('rejected', { userId: member.id })
  await operators.reverse(id, { status: 'approved', reason: 'It is right.' })
  expect(await stampsOf(member)).toEqual([2, 2])
})

test('R-1.03 an approval at the moment of a reversal to pending can be undone, so it is not available', async () => {
  const operators = await createReversalDesks(server)
  const member = await createMember(server.deps)
  const { id } = await operators.decided('approved', { userId: member.id })
  const desk = await createDesk(server)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await operators.reverse(id, { status: 'pending', reason: 'We look again.' })
    await desk.approve(id)
    expect(await stampsOf(member)).toEqual([2, 0])
    expect((await desk.undo(id)).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('R-1.03 an adjustment is available at once, and a negative balance is not above it', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const member = await createMember(server.deps)
  const adjust = (stamps: number) =>
    manager.call('POST', `/members/${member.id}/stamp-corrections`, {
      stamps,
      reason: 'Counted again',
      request_id: crypto.randomUUID(),
    })
  await adjust(5)
  expect(await stampsOf(member)).toEqual([5, 5])
  await adjust(-9)
  expect(await stampsOf(member)).toEqual([-4, -4])
})

test('R-1.03 an approval of a batch is available when the batch can no longer be undone', async () => {
  const desk = await createDesk(server)
  const member = await createMember(server.deps)
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.approve(id)
  const { pool } = server.deps.db
  const endedAt = new Date(server.deps.now().getTime() + 5000)
  await pool.query({
    text: 'INSERT INTO bulk_approvals (decision_id, batch_ended_at) SELECT id, $2 FROM decisions WHERE submission_id = $1',
    values: [id, endedAt],
  })
  server.travel(14_000)
  expect(await stampsOf(member)).toEqual([2, 0])
  server.travel(1001)
  expect(await stampsOf(member)).toEqual([2, 2])
})

import { beforeEach, expect, test } from 'vitest'
import { connectDesk, createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
beforeEach(async () => {
  await server.deps.db.pool.query('UPDATE spot_checks SET closed_at = now()')
})

type Role = 'reviewer' | 'manager'

/** A receipt that was approved, and that its checker would reject, after the verdict's undo time. */
async function createDisagreement({
  decider: first = 'reviewer',
  checker: second = 'reviewer',
}: Partial<Record<'decider' | 'checker', Role>> = {}) {
  const decider = await createDesk(server, { role: first })
  const checker = await createDesk(server, { role: second, name: 'Devi' })
  const made = await approveNewSubmission(server, decider)
  const check = spotChecksAt(checker)
  const { id } = (await check.take()).data
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(11_000)
  return { id, submissionId: made.id, decider, checker }
}

const createManager = async (name = 'Tan Mei Fong') => spotChecksAt(await createDesk(server, { role: 'manager', name }))
type Manager = Awaited<ReturnType<typeof createManager>>
const find = async (manager: Manager, id: number, state?: 'open' | 'closed') =>
  (await manager.list(state)).data.find((row) => row.id === id)

test('D-51 a manager settles a disagreement with a note; it moves from the open to the closed ones', async () => {
  const { id, submissionId } = await createDisagreement()
  const manager = await createManager()
  expect(await find(manager, id)).toMatchObject({ obstacle: null, settlement: null, in_force: true })
  expect(await find(manager, id, 'closed')).toBeUndefined()
  const given = { outcome: 'check_right', note: 'The date is cut off.' }
  expect(await manager.settle(id, given)).toMatchObject({ status: 201, data: { outcome: 'check_right' } })
  expect(await find(manager, id)).toBeUndefined()
  expect(await find(manager, id, 'closed')).toMatchObject({
    status: 'approved',
    in_force: true,
    obstacle: null,
    settlement: { ...given, operator: 'Tan Mei Fong' },
  })
  const text = `SELECT e.changed_fields, o.name FROM audit_entries e JOIN operators o ON o.id = e.operator_id
    WHERE e.subject_id = $1 AND e.action = 'submission.disagreement_settled'`
  const { rows } = await server.deps.db.pool.query({ text, values: [submissionId] })
  expect(rows).toEqual([{ changed_fields: ['disagreement', 'note'], name: 'Tan Mei Fong' }])
  const settlements = 'DELETE FROM disagreement_settlements'
  await expect(server.deps.db.pool.query(settlements)).rejects.toMatchObject({ code: '42501' })
})

test('D-51 settling moves no stamps, and the history of the receipt shows the outcome', async () => {
  const { id, submissionId } = await createDisagreement()
  const desk = await createDesk(server, { role: 'manager' })
  await spotChecksAt(desk).settle(id, { outcome: 'check_right', note: 'Cut off.' })
  type Shown = { data: { status: string; ledger: object[]; decisions: { second_look: object }[] } }
  const { data } = await desk.call<Shown>('GET', `/submissions/${submissionId}/history`)
  expect([data.status, data.ledger.length]).toEqual(['approved', 1])
  expect(data.decisions[0]?.second_look).toMatchObject({ settlement: { outcome: 'check_right', note: 'Cut off.' } })
})

test('D-51 a settlement needs an outcome and a note', async () => {
  const { id } = await createDisagreement()
  const manager = await createManager()
  expect((await manager.settle(id, { note: '  ' })).errors).toEqual({ note: ['A note is required.'] })
  expect((await manager.settle(id, { outcome: 'reversed' })).errors).toEqual({ outcome: ['Choose an outcome.'] })
})

test('D-51 D-101 neither the decider nor the checker can settle a disagreement, even as the only manager', async () => {
  const message = 'You decided, confirmed or checked this receipt. Another manager must close this.'
  const { id, decider, checker } = await createDisagreement({ decider: 'manager', checker: 'manager' })
  for (const party of [decider, checker]) {
    expect((await find(spotChecksAt(party), id))?.obstacle).toBe(message)
    expect(await spotChecksAt(party).settle(id)).toMatchObject({ status: 403, message })
  }
  expect((await (await createManager()).settle(id)).status).toBe(201)
})

test('D-51 D-101 the second operator of a decision does not settle a disagreement about it', async () => {
  const { id, submissionId, decider } = await createDisagreement()
  const confirmer = await createDesk(server, { role: 'manager' })
  await server.deps.db.pool.query({
    text: `INSERT INTO confirmations (kind, user_id, submission_id, asked_by, asked_at, stamps, request, state, closed_by,
             closed_at, decision_id)
           SELECT 'approval', user_id, id, $2, now(), 2, '{}', 'confirmed', $3, now(), $4
           FROM submissions WHERE id = $1`,
    values: [submissionId, decider.id, confirmer.id, id],
  })
  expect((await spotChecksAt(confirmer).settle(id)).status).toBe(403)
})

const TOO_CLOSE =
  'You and an operator who took part in this got an account or role through the same manager, or one through the other, within 30 days. Another manager must close this.'

type Ids = Record<'party' | 'settler' | 'third', number>
/** Ways in which two operators are close. Each pair: who granted, who received. */
const grants: Record<string, (ids: Ids) => [from: number, to: number][]> = {
  'who made a party an operator': ({ party, settler }) => [[settler, party]],
  'who got the role from the one who gave a party theirs': ({ party, settler, third }) => [
    [third, party],
    [third, settler],
  ],
  'whom a party made a manager through another one': ({ party, settler, third }) => [
    [party, third],
    [third, settler],
  ],
}

test.each(Object.keys(grants))('D-51 D-101 a manager %s within 30 days does not settle', async (way) => {
  const { id, checker } = await createDisagreement()
  const [helper, third] = [await createDesk(server, { role: 'manager' }), await createDesk(server, { role: 'manager' })]
  for (const [from, to] of grants[way]?.({ party: checker.id, settler: helper.id, third: third.id }) ?? [])
    await server.deps.db.pool.query({
      text: `INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)`,
      values: [to, from, server.deps.now()],
    })
  const settler = spotChecksAt(helper)
  expect((await find(settler, id))?.obstacle).toBe(TOO_CLOSE)
  expect(await settler.settle(id)).toMatchObject({ status: 403, message: TOO_CLOSE })
  expect((await (await createManager()).settle(id)).status).toBe(201)
})

test('D-51 D-101 a manager who got the role from a party within 30 days does not settle', async () => {
  const { id, decider } = await createDisagreement({ decider: 'manager' })
  const helper = await createDesk(server, { role: 'manager' })
  await server.deps.db.pool.query({
    text: `INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)`,
    values: [helper.id, decider.id, server.deps.now()],
  })
  const settler = spotChecksAt(helper)
  expect((await find(settler, id))?.obstacle).toBe(TOO_CLOSE)
  expect(await settler.settle(id)).toMatchObject({ status: 403, message: TOO_CLOSE })
  server.travel(30 * 86_400_000 + 1)
  const later = spotChecksAt(await connectDesk(server, helper))
  expect((await find(later, id))?.obstacle).toBeNull()
  expect((await later.settle(id)).status).toBe(201)
})

test('D-50 D-51 a reviewer cannot settle a disagreement, and a manager cannot with a conflict of interest', async () => {
  const { id, submissionId } = await createDisagreement()
  const [reviewer, conflicted] = [await createDesk(server), await createDesk(server, { role: 'manager' })]
  expect((await spotChecksAt(reviewer).settle(id)).status).toBe(403)
  await server.deps.db.pool.query({
    text: `INSERT INTO operator_merchants (operator_id, merchant_id)
           SELECT $1, merchant_id FROM submissions WHERE id = $2`,
    values: [conflicted.id, submissionId],
  })
  expect((await spotChecksAt(conflicted).settle(id)).status).toBe(403)
  expect(await find(spotChecksAt(conflicted), id)).toBeUndefined()
})

test.each(['typed', 'checked'] as const)(
  'D-50 D-51 a manager of the %s merchant does not see a disagreement about the merchant',
  async (which) => {
    const [decider, checker] = [await createDesk(server), await createDesk(server)]
    const [decided, checked] = [await createMerchant(server.deps), await createMerchant(server.deps)]
    const made = await approveNewSubmission(server, decider, { merchant_id: String(decided.id) })
    const check = spotChecksAt(checker)
    const { id } = (await check.take()).data
    const corrections = { merchant_id: String(checked.id) }
    expect((await check.giveVerdict(id, { status: 'approved', corrections })).status).toBe(201)
    server.travel(11_000)
    const conflicted = await createDesk(server, { role: 'manager' })
    const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
    const merchantId = which === 'typed' ? made.merchantId : checked.id
    await server.deps.db.pool.query({ text, values: [conflicted.id, merchantId] })
    expect(await find(spotChecksAt(conflicted), id)).toBeUndefined()
    expect((await spotChecksAt(conflicted).settle(id)).status).toBe(403)
    expect((await (await createManager()).settle(id)).status).toBe(201)
    expect(await find(spotChecksAt(conflicted), id, 'closed')).toBeUndefined()
  },
)

test('D-51 when two managers settle at once, or one presses twice, one settlement is made', async () => {
  const [one, other] = [await createManager(), await createManager()]
  const first = await createDisagreement()
  const settled = await Promise.all([one.settle(first.id), other.settle(first.id, { outcome: 'check_right' })])
  expect(settled.map(({ status }) => status).sort()).toEqual([201, 409])
  const rejected = settled.find(({ status }) => status === 409)
  expect(rejected?.message).toBe('This disagreement is already closed.')
  const second = await createDisagreement()
  const twice = await Promise.all([one.settle(second.id), one.settle(second.id)])
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('D-51 a verdict that can still be undone, or that agrees, is neither listed nor settled', async () => {
  const [decider, checker] = [await createDesk(server), await createDesk(server)]
  const [check, manager] = [spotChecksAt(checker), await createManager()]
  await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  expect((await manager.settle(id)).status).toBe(404)
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(10_000)
  expect(await find(manager, id)).toBeUndefined()
  const message = 'The spot check can still be undone. Please wait a few seconds.'
  expect(await manager.settle(id)).toMatchObject({ status: 409, message })
  await check.undo(id)
  await check.giveVerdict(id, { status: 'approved' })
  server.travel(11_000)
  expect((await manager.settle(id)).status).toBe(404)
})

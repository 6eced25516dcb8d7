import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { connectDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { approveNewSubmission, createDisagreement, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
beforeEach(() => rowsOf(server, 'UPDATE spot_checks SET closed_at = now()'))

const disagree = async (role: 'reviewer' | 'manager' = 'reviewer') =>
  createDisagreement(server, await people[role](), await people[role]({ name: 'Devi' }))
const createManager = async (name = 'Tan Mei Fong') => spotChecksAt(await people.manager({ name }))

test('D-51 a manager closes a disagreement with an outcome and a note; it moves from the open to the closed ones', async () => {
  const { id, submissionId } = await disagree()
  const manager = await createManager()
  expect(await manager.find(id)).toMatchObject({ obstacle: null, closure: null, in_force: true })
  expect(await manager.find(id, 'closed')).toBeUndefined()
  expect((await manager.close(id, { note: '  ' })).errors).toEqual({ note: ['A note is required.'] })
  expect((await manager.close(id, { outcome: 'reversed' })).errors).toEqual({ outcome: ['Choose an outcome.'] })
  const given = { outcome: 'check_right', note: 'The date is cut off.' }
  expect(await manager.close(id, given)).toMatchObject({ status: 201, data: { outcome: 'check_right' } })
  expect(await manager.find(id)).toBeUndefined()
  expect(await manager.find(id, 'closed')).toMatchObject({
    status: 'approved',
    in_force: true,
    obstacle: null,
    closure: { ...given, operator: 'Tan Mei Fong' },
  })
  const { status, ledger, decisions } = await (await people.manager()).history(submissionId)
  expect([status, ledger.length]).toEqual(['approved', 1])
  expect(decisions[0]?.second_look).toMatchObject({ closure: given })
  const text = `SELECT e.changed_fields, o.name FROM audit_entries e JOIN operators o ON o.id = e.operator_id
    WHERE e.subject_id = $1 AND e.action = 'submission.disagreement_settled'`
  expect(await rowsOf(server, text, submissionId)).toEqual([
    { changed_fields: ['disagreement', 'note'], name: 'Tan Mei Fong' },
  ])
  await expect(rowsOf(server, 'DELETE FROM disagreement_closures')).rejects.toMatchObject({ code: '42501' })
})

test('D-51 D-101 neither the decider, the second operator nor the checker can close a disagreement, even as the only manager, nor one who got the role from the second operator', async () => {
  const message = 'You decided, confirmed or checked this receipt. Another manager must close this.'
  const { id, submissionId, decider, checker } = await disagree('manager')
  const confirmer = await people.manager()
  await rowsOf(
    server,
    `INSERT INTO confirmations (kind, user_id, submission_id, asked_by, asked_at, stamps, request, state, closed_by,
       closed_at, decision_id)
     SELECT 'approval', user_id, id, $2, now(), 2, '{}', 'confirmed', $3, now(), $4
     FROM submissions WHERE id = $1`,
    ...[submissionId, decider.id, confirmer.id, id],
  )
  for (const party of [decider, confirmer, checker]) {
    expect((await spotChecksAt(party).find(id))?.obstacle).toBe(message)
    expect(await spotChecksAt(party).close(id)).toMatchObject({ status: 403, message })
  }
  expect(await spotChecksAt(await promotedBy(confirmer)).close(id)).toMatchObject({ status: 403, message: TOO_CLOSE })
  expect((await (await createManager()).close(id)).status).toBe(201)
})

const TOO_CLOSE =
  'You and an operator who took part in this got an account or role through the same manager, or one through the other, within 30 days. Another manager must close this.'

/** A manager who got the role from this operator today. */
async function promotedBy({ id }: { id: number }) {
  const desk = await people.manager()
  const text = "INSERT INTO operator_grants (operator_id, role, granted_by, created_at) VALUES ($1, 'manager', $2, $3)"
  await rowsOf(server, text, desk.id, id, server.deps.now())
  return desk
}

test.each(['decider', 'checker'] as const)(
  'D-51 D-101 a manager who got the role from the %s closes one only after 30 days',
  async (party) => {
    const { id, ...parties } = await disagree('manager')
    const helper = await promotedBy(parties[party])
    const closer = spotChecksAt(helper)
    expect((await closer.find(id))?.obstacle).toBe(TOO_CLOSE)
    expect(await closer.close(id)).toMatchObject({ status: 403, message: TOO_CLOSE })
    server.travel(30 * 86_400_000 + 1)
    const later = spotChecksAt(await connectDesk(server, helper))
    expect((await later.find(id))?.obstacle).toBeNull()
    expect((await later.close(id)).status).toBe(201)
  },
)

test('D-50 D-51 a reviewer cannot close a disagreement, and a manager of its merchant, typed or checked, does not even see it', async () => {
  const [decided, checked] = [await createMerchant(server.deps), await createMerchant(server.deps)]
  const made = await approveNewSubmission(server, await people.reviewer(), { merchant_id: String(decided.id) })
  const check = spotChecksAt(await people.reviewer())
  const { id } = (await check.take()).data
  const corrections = { merchant_id: String(checked.id) }
  expect((await check.giveVerdict(id, { status: 'approved', corrections })).status).toBe(201)
  server.travel(11_000)
  expect((await spotChecksAt(await people.reviewer()).close(id)).status).toBe(403)
  const conflicted = []
  for (const merchantId of [made.merchantId, decided.id, checked.id]) {
    const manager = await people.manager()
    await manager.join(merchantId)
    conflicted.push(spotChecksAt(manager))
  }
  for (const manager of conflicted) {
    expect(await manager.find(id)).toBeUndefined()
    expect((await manager.close(id)).status).toBe(403)
  }
  expect((await (await createManager()).close(id)).status).toBe(201)
  for (const manager of conflicted) expect(await manager.find(id, 'closed')).toBeUndefined()
})

test('D-51 when two managers close a disagreement at once, one of them does', async () => {
  const [one, other] = [await createManager(), await createManager()]
  const { id } = await disagree()
  const closed = await Promise.all([one.close(id), other.close(id, { outcome: 'check_right' })])
  expect(closed.map(({ status }) => status).sort()).toEqual([201, 409])
  const rejected = closed.find(({ status }) => status === 409)
  expect(rejected?.message).toBe('This disagreement is already closed.')
})

test('D-51 a verdict that can still be undone, or that agrees, is neither listed nor closed', async () => {
  const [decider, checker] = [await people.reviewer(), await people.reviewer()]
  const [check, manager] = [spotChecksAt(checker), await createManager()]
  await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  expect((await manager.close(id)).status).toBe(404)
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(10_000)
  expect(await manager.find(id)).toBeUndefined()
  const message = 'The spot check can still be undone. Please wait a few seconds.'
  expect(await manager.close(id)).toMatchObject({ status: 409, message })
  await check.undo(id)
  await check.giveVerdict(id, { status: 'approved' })
  server.travel(11_000)
  expect((await manager.close(id)).status).toBe(404)
})

/** A disagreement about the receipt of a member who can delete their account. */
async function createDisagreementOfMember() {
  const member = await people.member()
  const [decider, checker] = [await people.reviewer(), await people.reviewer()]
  return { member, ...(await createDisagreement(server, decider, checker, member.id)) }
}

async function expectNowhere(words: string) {
  for (const table of ['disagreement_closures', 'disagreement_notes', 'audit_values']) {
    const found = await rowsOf(server, `SELECT t::text FROM ${table} t WHERE t::text LIKE $1`, `%${words}%`)
    expect([table, found]).toEqual([table, []])
  }
}

test('D-92 D-51 deleting the member’s account erases the note of its closing and keeps its outcome; an open disagreement cannot be closed any more', async () => {
  const manager = await createManager()
  const [closed, open] = [await createDisagreementOfMember(), await createDisagreementOfMember()]
  expect((await manager.close(closed.id, { note: 'Melur photographed both sides' })).status).toBe(201)
  expect(await manager.find(open.id)).toMatchObject({ obstacle: null })
  for (const { member } of [closed, open]) expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect((await manager.find(closed.id, 'closed'))?.closure).toMatchObject({ outcome: 'decision_kept', note: '' })
  for (const state of ['open', 'closed'] as const) expect(await manager.find(open.id, state)).toBeUndefined()
  const message = "The member deleted their account, so this disagreement can't be closed."
  expect(await manager.close(open.id, { note: 'Kenanga was here' })).toMatchObject({ status: 409, message })
  for (const words of ['Melur', 'Kenanga']) await expectNowhere(words)
})

test('D-92 D-51 closings and deletions at once leave no note', async () => {
  const manager = await createManager()
  const made: Awaited<ReturnType<typeof createDisagreementOfMember>>[] = []
  for (let at = 0; at < 3; at += 1) made.push(await createDisagreementOfMember())
  const closed = made.map(({ id }) => manager.close(id, { note: 'Cempaka sent it' }))
  const left = made.map(({ member }) => deleteOwnAccount(server, member))
  expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await Promise.all(closed)).filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  await expectNowhere('Cempaka')
})

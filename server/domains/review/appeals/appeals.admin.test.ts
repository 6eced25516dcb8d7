import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { get, post } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const server = serverForTests()
let reviewer: Awaited<ReturnType<typeof createDesk>>
let manager: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  reviewer = await createDesk(server)
  manager = await createDesk(server, { role: 'manager', name: 'Mei Fong' })
  merchantId = (await createMerchant(server.deps)).id
})
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
})

const query = async (text: string, values: unknown[]) => (await server.deps.db.pool.query({ text, values })).rows

/** A rejection with its appeal. */
async function createAppeal(message = 'Please look again.') {
  const made = await createSubmission(server.deps, { merchantId })
  await reviewer.reject(made.id, 'Blurred')
  await makeAppeal(server.deps, { userId: made.userId, submissionId: made.id, message })
  const [row] = await query('SELECT id FROM appeals WHERE submission_id = $1', [made.id])
  return { ...made, appealId: Number(row.id) }
}

const openIds = async () => (await manager.appeals()).data.map(({ id }) => id)
const shown = async ({ id, userId }: { id: number; userId: number }) =>
  (await get(server, `/submissions/${id}`, await createMemberSession(server.deps, { id: userId }))).body.data

test('S-4.07 D-90 a manager sees the open appeals, oldest first, each with its receipt and decision', async () => {
  const first = await createAppeal('The total can be read.\nPlease look again.')
  const second = await createAppeal()
  const { status, data, meta } = await manager.appeals()
  expect(status).toBe(200)
  expect(meta).toEqual({ current_page: 1, per_page: 25, has_more: false })
  expect(data.map(({ id }) => id)).toEqual([first.appealId, second.appealId])
  expect(data[0]).toMatchObject({
    message: 'The total can be read.\nPlease look again.',
    created_at: expect.stringMatching(/Z$/),
    item: { id: first.id, status: 'rejected', decision: { reason: 'Blurred', undo_left_ms: null } },
  })
  expect(data[0]?.item).toEqual((await manager.show(first.id)).data)
})

test('D-51 each receipt in the list of appeals has its own signals', async () => {
  const appealed = await createAppeal()
  const lookAlike = await createSubmission(server.deps, { merchantId, invoiceNo: appealed.invoiceNo })
  const { data } = await manager.appeals()
  const signals = data.flatMap(({ item }) => item.signals.map(({ submission_id }) => [item.id, submission_id]))
  expect(signals).toEqual([[appealed.id, lookAlike.id]])
})

test('D-50 reviewers and members neither see nor answer appeals', async () => {
  const { appealId, userId } = await createAppeal()
  expect((await reviewer.appeals()).status).toBe(403)
  expect((await reviewer.answer(appealId, 'kept')).status).toBe(403)
  const headers = { ...(await createMemberSession(server.deps, { id: userId })), 'sec-fetch-site': 'same-origin' }
  const payload = { outcome: 'reopened', answer: 'Yes' }
  expect((await post(server, `/console/appeals/${appealId}/answer`, payload, { headers })).status).toBe(401)
  expect(await openIds()).toContain(appealId)
})

test('S-4.07 D-90 D-55 an appeal can be answered by confirming the rejection; the member reads the answer, and it is audited', async () => {
  const appeal = await createAppeal()
  expect(await manager.answer(appeal.appealId, 'kept', ' The date is missing. ')).toMatchObject({
    status: 201,
    outcome: 'kept',
  })
  expect(await openIds()).not.toContain(appeal.appealId)
  expect(await shown(appeal)).toMatchObject({
    status: 'rejected',
    rejection_reason: 'Blurred',
    appeal: { outcome: 'kept', answer: 'The date is missing.', answered_at: expect.stringMatching(/Z$/) },
  })
  expect(await findAuditEntries(appeal.id)).toEqual([
    { operator_id: manager.id, action: 'appeal.kept', changed: ['appeal'] },
  ])
})

const findAuditEntries = (id: number) =>
  query(
    `SELECT operator_id, action, changed_fields AS changed FROM audit_entries
     WHERE subject_kind = 'submission' AND subject_id = $1 AND action LIKE 'appeal.%' ORDER BY id`,
    [id],
  )

test('D-90 D-55 a reopened receipt is pending without a decision, is served again and can be approved', async () => {
  const appeal = await createAppeal()
  expect((await manager.answer(appeal.appealId, 'reopened')).status).toBe(201)
  expect(await openIds()).not.toContain(appeal.appealId)
  expect(await shown(appeal)).toMatchObject({
    status: 'pending',
    rejection_reason: null,
    decided_at: null,
    appeal: { outcome: 'reopened' },
  })
  expect((await reviewer.renew(appeal.id)).data).toMatchObject({ id: appeal.id, status: 'pending', decision: null })
  expect(await findAuditEntries(appeal.id)).toMatchObject([
    { action: 'appeal.reopened', changed: ['appeal', 'status', 'rejection_reason'] },
  ])
  const { status, data } = await reviewer.approve(appeal.id)
  expect([status, data.decision?.stamps]).toEqual([201, 2])
  expect(await findBalance(server.deps.db.pool, appeal.userId)).toBe(2)
  expect((await reviewer.undo(appeal.id)).data).toMatchObject({ status: 'pending', decision: null })
  expect(await findBalance(server.deps.db.pool, appeal.userId)).toBe(0)
})

test('D-90 the maker of a rejection cannot undo it after a manager reopened the receipt', async () => {
  const appeal = await createAppeal()
  await manager.answer(appeal.appealId, 'reopened')
  expect(await reviewer.undo(appeal.id)).toMatchObject({ status: 409, message: texts.undoTooLate })
})

test('D-90 a second rejection cannot be appealed again', async () => {
  const { id, userId, appealId } = await createAppeal()
  await manager.answer(appealId, 'reopened')
  expect((await reviewer.reject(id, 'Still blurred')).data.decision?.reason).toBe('Still blurred')
  const again = makeAppeal(server.deps, { userId, submissionId: id, message: 'Once more.' })
  await expect(again).rejects.toMatchObject({ status: 409, message: texts.appealedAlready })
  expect(await openIds()).not.toContain(appealId)
})

test('D-90 an appeal is answered once, even if many managers try at once', async () => {
  const { appealId } = await createAppeal()
  const answers = await Promise.all(
    (['kept', 'reopened', 'kept', 'reopened'] as const).map((outcome) => manager.answer(appealId, outcome)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(answers.filter(({ status }) => status === 409).map(({ message }) => message)).toEqual(
    Array(3).fill(texts.appealAnswered),
  )
  expect((await manager.answer(999_999_999, 'kept')).status).toBe(404)
})

test('D-41 D-90 an appeal cannot reopen a receipt that the member sent again meanwhile, but the rejection can be kept', async () => {
  const { id, userId, invoiceNo, appealId } = await createAppeal()
  await createSubmission(server.deps, { merchantId, userId, invoiceNo })
  expect(await manager.answer(appealId, 'reopened')).toMatchObject({ status: 409, message: texts.appealResubmitted })
  expect(await findAuditEntries(id)).toEqual([])
  expect(await openIds()).toContain(appealId)
  expect((await manager.answer(appealId, 'kept')).status).toBe(201)
})

test('D-90 an appeal whose rejection was undone is not open and cannot be answered', async () => {
  const { id, appealId } = await createAppeal()
  await reviewer.undo(id)
  expect(await openIds()).not.toContain(appealId)
  expect(await manager.answer(appealId, 'kept')).toMatchObject({ status: 409, message: texts.appealNotPossible })
  await reviewer.reject(id, 'Still blurred')
  expect(await openIds()).toContain(appealId)
})

test('D-90 D-92 after the account is deleted its appeal is closed, and its receipt is shown without a picture', async () => {
  const { deps } = server
  const { id, userId, appealId } = await createAppeal()
  await query('UPDATE users SET deleted_at = $2 WHERE id = $1', [userId, deps.now()])
  await query(
    `UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL
     WHERE id = $1`,
    [id],
  )
  expect(await openIds()).not.toContain(appealId)
  expect((await manager.answer(appealId, 'reopened')).status).toBe(409)
  expect((await reviewer.undo(id)).message).toBe(texts.undoTooLate)
  expect((await manager.show(id)).data).toMatchObject({ id, status: 'rejected', picture: null })
})

test('D-90 an answer needs a text and an outcome', async () => {
  const { appealId } = await createAppeal()
  expect((await manager.answer(appealId, 'kept', ' ')).errors).toEqual({ answer: [texts.answerRequired] })
  expect((await manager.answer(appealId, 'kept', 'x'.repeat(REASON_MAX + 1))).errors).toEqual({
    answer: [texts.tooLong(REASON_MAX)],
  })
  expect((await manager.answer(appealId, 'lost' as 'kept')).errors).toEqual({ outcome: [texts.invalidChoice] })
})

test('D-34 appeals beyond the first page are on the next page', async () => {
  for (let made = 0; made < 25; made += 1) {
    const { id, userId } = await createSubmission(server.deps, { merchantId })
    await reviewer.reject(id, 'Blurred')
    await makeAppeal(server.deps, { userId, submissionId: id, message: 'Please look again.' })
  }
  const [first, second] = [await manager.appeals(), await manager.appeals(2)]
  expect([first.data.length, first.meta.has_more, second.meta.has_more]).toEqual([25, true, false])
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
})

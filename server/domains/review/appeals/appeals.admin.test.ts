import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'
import { appealMail, decisionMail } from '../review.mail.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let reviewer: Desk
let manager: Desk
let merchantId: number
beforeAll(async () => {
  reviewer = await people.reviewer()
  manager = await people.manager({ name: 'Mei Fong' })
  merchantId = (await createMerchant(server.deps)).id
})

/** A rejection with its appeal. The mail of the rejection is waiting. */
async function createAppeal(message = 'Please look again.') {
  const member = await people.member({ name: 'Aina <b>' })
  const made = await insertReceipt(server.deps, { userId: member.id, merchantId })
  await takeWaitingMail(server)
  await reviewer.reject(made.id, 'Blurred')
  await makeAppeal(server.deps, { userId: made.userId, submissionId: made.id, message })
  const text = 'SELECT id FROM appeals WHERE submission_id = $1'
  const appealId = (await rowsOf<{ id: number }>(server, text, made.id))[0]?.id ?? 0
  /** The receipt as its member sees it. */
  const shown = async () => (await member.call<{ data: object }>('GET', `/submissions/${made.id}`)).data
  return { ...made, member, appealId, shown }
}

const openIds = async () => (await manager.appeals()).data.map(({ id }) => id)
const findAuditEntries = (id: number) =>
  rowsOf(
    server,
    `SELECT operator_id, action, changed_fields AS changed FROM audit_entries
     WHERE subject_kind = 'submission' AND subject_id = $1 AND action LIKE 'appeal.%' ORDER BY id`,
    id,
  )

test('S-4.07 D-51 D-90 a manager sees the open appeals, oldest first, each with its receipt, decision and signals', async () => {
  const first = await createAppeal('The total can be read.\nPlease look again.')
  const second = await createAppeal()
  const lookAlike = await insertReceipt(server.deps, { merchantId, invoiceNo: second.invoiceNo })
  const { data, meta } = await manager.appeals()
  expect(meta).toEqual({ current_page: 1, per_page: 25, has_more: false })
  expect(data).toMatchObject([
    {
      id: first.appealId,
      message: 'The total can be read.\nPlease look again.',
      created_at: expect.stringMatching(/Z$/),
      item: { id: first.id, status: 'rejected', decision: { reason: 'Blurred', undo_left_ms: null }, signals: [] },
    },
    { id: second.appealId, item: { id: second.id, signals: [{ submission_id: lookAlike.id }] } },
  ])
  expect(data[0]?.item).toEqual((await manager.show(first.id)).data)
})

test('S-4.07 D-90 D-55 an appeal can be answered by confirming the rejection; the member reads the answer, and it is audited', async () => {
  const { id, appealId, shown } = await createAppeal()
  const kept = await manager.answer(appealId, 'kept', ' The date is missing. ')
  expect(kept).toMatchObject({ status: 201, outcome: 'kept' })
  expect(await openIds()).not.toContain(appealId)
  expect(await shown()).toMatchObject({
    status: 'rejected',
    rejection_reason: 'Blurred',
    appeal: { outcome: 'kept', answer: 'The date is missing.', answered_at: expect.stringMatching(/Z$/) },
  })
  expect(await findAuditEntries(id)).toEqual([{ operator_id: manager.id, action: 'appeal.kept', changed: ['appeal'] }])
})

test('D-90 D-55 a reopened receipt is pending without a decision that its maker could undo, is served again and can be approved; a second rejection cannot be appealed', async () => {
  const { id, userId, appealId, shown } = await createAppeal()
  expect((await manager.answer(appealId, 'reopened')).status).toBe(201)
  expect(await openIds()).not.toContain(appealId)
  expect(await shown()).toMatchObject({
    status: 'pending',
    rejection_reason: null,
    decided_at: null,
    appeal: { outcome: 'reopened' },
  })
  expect(await reviewer.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
  expect((await reviewer.renew(id)).data).toMatchObject({ id, status: 'pending', decision: null })
  expect(await findAuditEntries(id)).toMatchObject([
    { action: 'appeal.reopened', changed: ['appeal', 'status', 'rejection_reason'] },
  ])
  const { status, data } = await reviewer.approve(id)
  expect([status, data.decision?.stamps, await balance(userId)]).toEqual([201, 2, 2])
  expect((await reviewer.undo(id)).data).toMatchObject({ status: 'pending', decision: null })
  expect(await balance(userId)).toBe(0)
  expect((await reviewer.reject(id, 'Still blurred')).data.decision?.reason).toBe('Still blurred')
  const again = makeAppeal(server.deps, { userId, submissionId: id, message: 'Once more.' })
  await expect(again).rejects.toMatchObject({ status: 409, message: texts.appealedAlready })
  expect(await openIds()).not.toContain(appealId)
})

test('D-90 an appeal is answered once, even if many managers try at once, and with a text and an outcome', async () => {
  const { appealId } = await createAppeal()
  expect((await manager.answer(appealId, 'kept', ' ')).errors).toEqual({ answer: [texts.answerRequired] })
  expect((await manager.answer(appealId, 'kept', 'x'.repeat(501))).errors).toEqual({ answer: [texts.tooLong(500)] })
  expect((await manager.answer(appealId, 'lost' as 'kept')).errors).toEqual({ outcome: [texts.invalidChoice] })
  const outcomes = ['kept', 'reopened', 'kept', 'reopened'] as const
  const answers = await Promise.all(outcomes.map((outcome) => manager.answer(appealId, outcome)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(answers.filter(({ message }) => message === texts.appealAnswered)).toHaveLength(3)
  expect((await manager.answer(999_999_999, 'kept')).status).toBe(404)
})

test('D-41 D-90 an appeal cannot reopen a receipt that the member sent again meanwhile, but the rejection can be kept', async () => {
  const { id, userId, invoiceNo, appealId } = await createAppeal()
  await insertReceipt(server.deps, { merchantId, userId, invoiceNo })
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
  const { id, userId, appealId } = await createAppeal()
  await rowsOf(server, 'UPDATE users SET deleted_at = $2 WHERE id = $1', userId, server.deps.now())
  await rowsOf(
    server,
    'UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL WHERE id = $1',
    id,
  )
  expect(await openIds()).not.toContain(appealId)
  expect((await manager.answer(appealId, 'reopened')).status).toBe(409)
  expect((await reviewer.undo(id)).message).toBe(texts.undoTooLate)
  expect((await manager.show(id)).data).toMatchObject({ id, status: 'rejected', picture: null })
})

test('D-34 appeals beyond the first page are on the next page', async () => {
  const { id } = await createAppeal()
  const columns = `user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, file_sha256, original_key,
    picture_key, thumb_key, placeholder, picture_width, picture_height, decided_at, rejection_reason, created_at`
  await rowsOf(
    server,
    `WITH made AS (INSERT INTO submissions (${columns}, invoice_key)
         SELECT ${columns}, 'page ' || n FROM submissions, generate_series(1, 24) n WHERE id = $1 RETURNING id),
       decided AS (INSERT INTO decisions (submission_id, operator_id, status, stamps) SELECT id, $2, 'rejected', 0 FROM made)
     INSERT INTO appeals (submission_id, message) SELECT id, 'Please look again.' FROM made`,
    ...[id, reviewer.id],
  )
  const [first, second] = [await manager.appeals(), await manager.appeals(2)]
  expect([first.data.length, first.meta.has_more, second.meta.has_more]).toEqual([25, true, false])
  const ids = [...first.data, ...second.data].map((appeal) => appeal.id)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
})

/** The mails that are sent for the answer. */
async function mailsAbout(appealId: number) {
  const sent = catchMail(server)
  await appealMail(server.deps)(appealId)
  return sent
}

test('S-4.07 D-46 D-90 D-92 the answer to an appeal is mailed at once, with outcome, text and a link to the submission, but not to a deleted account', async () => {
  const { id, invoiceNo, member, appealId } = await createAppeal()
  await takeWaitingMail(server)
  await manager.answer(appealId, 'kept', 'The date cannot be read.\n\nAsk the shop for a copy <b>.')
  expect(await takeWaitingMail(server)).toEqual([{ kind: 'appeal-answer', id: appealId, seconds: 0 }])
  const [mail] = await mailsAbout(appealId)
  expect(mail).toMatchObject({ to: member.email, subject: 'Your appeal was not accepted' })
  for (const line of [
    'Hello Aina <b>,',
    'your receipt of RM\u202f25.00 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}).`,
    "The decision hasn't changed: your receipt is still rejected.",
    'Answer: The date cannot be read.\n\nAsk the shop for a copy <b>.',
    `http://stampus.test/app/submissions/${id}\n`,
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.html).toContain('Ask the shop for a copy &lt;b&gt;.')
  await rowsOf(server, 'UPDATE users SET deleted_at = $2 WHERE id = $1', member.id, server.deps.now())
  expect(await mailsAbout(appealId)).toEqual([])
})

test('S-4.07 D-45 D-46 D-90 the owner of a reopened receipt gets a mail, none about the undone rejection, and one that mentions no second appeal when it is rejected again', async () => {
  const { deps } = server
  const { id, appealId } = await createAppeal()
  const [rejection] = await takeWaitingMail(server)
  await manager.answer(appealId, 'reopened')
  const [mail] = await mailsAbout(appealId)
  expect(mail?.subject).toBe('Your appeal was accepted')
  expect(mail?.text).toContain('your receipt will be reviewed again')
  const sent = catchMail(server)
  expect(rejection).toMatchObject({ kind: 'decision' })
  await decisionMail(deps)(rejection?.id ?? 0)
  expect(sent).toEqual([])
  await takeWaitingMail(server)
  for (const rejected of [id, (await insertReceipt(deps)).id]) await reviewer.reject(rejected, 'Blurred')
  for (const job of await takeWaitingMail(server)) await decisionMail(deps)(job.id)
  expect(sent.map(({ text }) => text.includes('you can appeal once'))).toEqual([false, true])
})

test('D-90 an answer is rolled back when its mail job cannot be written', async () => {
  const { appealId, shown } = await createAppeal()
  vi.spyOn(server.deps.jobs, 'enqueueMail').mockRejectedValueOnce(new Error('no job'))
  expect((await manager.answer(appealId, 'reopened')).status).toBe(500)
  expect(await shown()).toMatchObject({ status: 'rejected' })
  expect((await manager.answer(appealId, 'reopened')).status).toBe(201)
})

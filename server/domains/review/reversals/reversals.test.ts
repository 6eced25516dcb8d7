import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'
import { reversalMail } from './reversals.mail.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

const sql = (text: string, ...values: unknown[]) => rowsOf(server, text, ...values)
/** What the audit log says about the reversals of a receipt. */
const reversalEntries = (id: number) =>
  sql(
    `SELECT e.operator_id, e.changed_fields, v.changes FROM audit_entries e JOIN audit_values v ON v.entry_id = e.id
     WHERE e.subject_kind = 'submission' AND e.subject_id = $1 AND e.action = 'submission.reversed'`,
    id,
  )
/** The submission as its member sees it. */
const shownTo = async (member: Awaited<ReturnType<typeof people.member>>, id: number) =>
  (await member.call<{ data: { reversals: object[] } }>('GET', `/submissions/${id}`)).data
const createCorrected = async (corrections: object, given: Parameters<typeof insertReceipt>[1] = {}) => {
  const made = await insertReceipt(server.deps, given)
  await operators.desk.decide({ id: made.id, status: 'approved', corrections })
  server.travel(10_001)
  return made
}

test('D-45 a manager reverses an approval to a rejection: counter-entry, reason and audit entry are written', async () => {
  const { manager, reverse, decided } = operators
  const { id, userId } = await decided('approved')
  expect(await balance(userId)).toBe(2)
  const reason = 'The receipt is\na copy.'
  const { status, data } = await reverse(id, { status: 'rejected', reason })
  expect([status, data]).toMatchObject([201, { status: 'rejected', rejection_reason: reason, stamps: 0 }])
  expect(await balance(userId)).toBe(0)
  const operator = { id: manager.id, name: 'Tan Mei Fong' }
  expect(data.decisions).toMatchObject([
    { status: 'approved', taken_back: { operator, reversal: { status: 'rejected', reason } } },
    { status: 'rejected', reason, operator, taken_back: null },
  ])
  expect(data.ledger.map(({ kind, stamps }) => `${kind} ${stamps}`)).toEqual(['undo -2', 'approval 2'])
  const [entry] = await reversalEntries(id)
  expect(entry).toEqual({
    operator_id: manager.id,
    changed_fields: ['status', 'stamps', 'rejection_reason'],
    changes: [
      { field: 'status', before: 'approved', after: 'rejected' },
      { field: 'stamps', before: '2', after: '0' },
      { field: 'rejection_reason', before: null, after: reason },
      { field: 'reason', before: null, after: reason },
    ],
  })
})

test('D-45 S-7.10 only the details of a submission show the member the earlier decision, the new one and the reason', async () => {
  const { desk, reverse, decided } = operators
  const member = await people.member()
  const { id } = await decided('approved', { userId: member.id })
  expect((await shownTo(member, id)).reversals).toEqual([])
  expect((await reverse(id, { status: 'pending', reason: 'It is hard to read.' })).status).toBe(201)
  const times = { decided_at: expect.stringMatching(/Z$/), created_at: expect.stringMatching(/Z$/) }
  const first = { was: 'approved', status: 'pending', reason: 'It is hard to read.', ...times }
  expect((await shownTo(member, id)).reversals).toEqual([first])
  await desk.approve(id)
  server.travel(10_001)
  expect((await reverse(id, { status: 'rejected', reason: 'It is a copy.' })).status).toBe(201)
  expect((await shownTo(member, id)).reversals).toEqual([
    first,
    { was: 'approved', status: 'rejected', reason: 'It is a copy.', ...times },
  ])
  expect(JSON.stringify(await member.call('GET', '/submissions'))).not.toContain('reversals')
})

test.each(['approved', 'rejected'] as const)(
  'D-45 a reversal makes an %s receipt pending again, and it can be decided and reversed again: it earns its stamps and the member reads the reason',
  async (status) => {
    const { desk, reverse, decided } = operators
    const member = await people.member()
    const { id } = await decided(status, { userId: member.id, amountSen: 5_500 })
    expect((await reverse(id, { status: 'pending' })).data.status).toBe('pending')
    expect(await balance(member.id)).toBe(0)
    expect((await desk.reject(id, 'Too dark')).status).toBe(201)
    server.travel(10_001)
    const reversed = await reverse(id, { status: 'approved', reason: 'It can be read.' })
    expect(reversed).toMatchObject({ status: 201, data: { stamps: 5 } })
    const shown = { status: 'approved', stamps: 5, admin_notes: 'It can be read.', rejection_reason: null }
    expect(await shownTo(member, id)).toMatchObject(shown)
    expect(await balance(member.id)).toBe(5)
  },
)

test('D-45 a reversal restores the facts as the member typed them', async () => {
  const { history, reverse } = operators
  const { id, userId } = await createCorrected({ purchase_amount: '99.00' })
  expect(await history(id)).toMatchObject({ purchase_amount: '99.00', stamps: 9 })
  const { data } = await reverse(id, { status: 'rejected' })
  expect(data).toMatchObject({ purchase_amount: '25.00', status: 'rejected', stamps: 0 })
  expect(data.decisions[0]?.corrections).toEqual([{ field: 'purchase_amount', typed: '25.00', corrected: '99.00' }])
  server.travel(10_001)
  expect((await reverse(id, { status: 'approved' })).data.stamps).toBe(2)
  expect(await balance(userId)).toBe(2)
})

test('D-45 D-41 a corrected approval can be reversed to a rejection even if the member sent the typed facts again', async () => {
  const { reverse } = operators
  const made = await createCorrected({ invoice_number: '987654' })
  await insertReceipt(server.deps, made)
  const answer = await reverse(made.id, { status: 'rejected' })
  expect(answer).toMatchObject({ status: 201, data: { status: 'rejected', invoice_no: made.invoiceNo, stamps: 0 } })
  const [entry] = await reversalEntries(made.id)
  expect(entry?.changes).toContainEqual({ field: 'invoice_number', before: '987654', after: made.invoiceNo })
})

test('D-45 a reversal cannot be undone at the desk, only by another reversal', async () => {
  const { manager, reverse, decided } = operators
  const { id } = await decided('rejected')
  expect((await reverse(id, { status: 'approved' })).status).toBe(201)
  expect((await manager.show(id)).data.decision).toMatchObject({ status: 'approved', undo_left_ms: null })
  expect(await manager.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
})

test('D-45 D-90 a reversal answers the open appeal', async () => {
  const { reverse, decided } = operators
  const { id, userId } = await decided('rejected')
  await makeAppeal(server.deps, { userId, submissionId: id, message: 'Please look again.' })
  const { data } = await reverse(id, { status: 'approved', reason: 'You are right.' })
  expect(data.appeal?.answer).toMatchObject({ outcome: 'reopened', text: 'You are right.' })
})

test('D-45 D-90 an appeal against an undone rejection is open again after a reversal rejects the approved receipt', async () => {
  const { desk, manager, reverse } = operators
  const { id, userId } = await insertReceipt(server.deps)
  await desk.reject(id, 'Too dark')
  await makeAppeal(server.deps, { userId, submissionId: id, message: 'Please look again.' })
  await desk.undo(id)
  await desk.approve(id)
  server.travel(10_001)
  const { data } = await reverse(id, { status: 'rejected', reason: 'It is a copy.' })
  expect(data.appeal).toMatchObject({ message: 'Please look again.', answer: null })
  expect((await manager.appeals()).data.map(({ item }) => item.id)).toContain(id)
})

test('D-45 a reversal is rejected when it changes nothing, has no reason, or comes too early or too late', async () => {
  const { findDecisionInForceId, reverse, decided } = operators
  const { id } = await decided('rejected')
  expect(await reverse(id, { status: 'rejected' })).toMatchObject({
    status: 422,
    errors: { status: [texts.reversalSame] },
  })
  expect((await reverse(id, { reason: ' ' })).errors).toEqual({ reason: [texts.reasonRequired] })
  const seen = await findDecisionInForceId(id)
  expect((await reverse(id, { status: 'approved' })).status).toBe(201)
  expect(await reverse(id, { decision_id: seen })).toMatchObject({ status: 409, message: texts.reversalOutdated })
  expect((await reverse(id, {})).status).toBe(201)
  await operators.desk.approve(id)
  expect(await reverse(id, {})).toMatchObject({ status: 409, message: texts.reversalTooEarly })
  server.travel(10_001)
  expect((await reverse(id, {})).status).toBe(201)
  expect(await reverse(id, { decision_id: seen })).toMatchObject({ status: 409, message: texts.reversalOutdated })
  expect((await reverse(999_999_999, { decision_id: 1 })).status).toBe(404)
})

test('D-45 D-50 a manager with a conflict of interest cannot reverse', async () => {
  const { reverse, decided } = operators
  const { id, userId, merchantId } = await decided('approved')
  const [near, seller] = [await people.manager(), await people.manager()]
  await sql(
    'INSERT INTO operator_addresses (operator_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    ...[near.id, userId],
  )
  await seller.join(merchantId)
  for (const conflicted of [near, seller])
    expect(await reverse(id, {}, conflicted)).toMatchObject({ status: 403, message: texts.conflictOfInterest })
})

test('D-45 D-50 a manager cannot reverse a correction when the receipt would belong to the manager’s own merchant again', async () => {
  const { reverse } = operators
  const near = await people.manager()
  const { id, merchantId } = await createCorrected({ merchant_id: (await createMerchant(server.deps)).id })
  await near.join(merchantId)
  expect(await reverse(id, {}, near)).toMatchObject({ status: 403, message: texts.conflictOfInterest })
  expect((await reverse(id, {})).data).toMatchObject({ status: 'pending', merchant: { id: merchantId } })
})

test('D-41 D-45 a reversal cannot approve one receipt twice or reopen a receipt that the member sent again', async () => {
  const { history, reverse, decided } = operators
  const { id, merchantId, invoiceNo } = await decided('rejected')
  const duplicate = await decided('approved', { merchantId, invoiceNo })
  expect(await reverse(id, { status: 'approved' })).toMatchObject({
    status: 409,
    message: texts.approvedElsewhere(duplicate.id),
    submission_id: duplicate.id,
  })
  const own = await decided('rejected')
  await insertReceipt(server.deps, own)
  for (const status of ['approved', 'pending'])
    expect(await reverse(own.id, { status })).toMatchObject({ status: 409, message: texts.appealResubmitted })
  expect((await history(own.id)).decisions).toHaveLength(1)
})

test('D-45 D-46 D-102 the owner gets a mail with the new status and the reason, unless it was reversed again or withdrawn meanwhile', async () => {
  const { reverse, decided } = operators
  const member = await people.member({ name: 'Aina <b>' })
  const { id, invoiceNo } = await decided('approved', { userId: member.id })
  await reverse(id, { status: 'rejected', reason: 'A copy <b>.' })
  const [job] = await takeWaitingMail(server)
  expect(job).toMatchObject({ kind: 'reversal', seconds: 15 })
  const mails = catchMail(server)
  const send = (at: typeof job) => reversalMail(server.deps)(at?.id ?? 0)
  await send(job)
  expect(mails).toMatchObject([{ to: member.email, subject: 'The decision on your receipt has changed' }])
  for (const text of [
    'A manager has checked your receipt of RM\u202f25.00 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}) again.`,
    'It was approved and is now rejected. The 2 stamps it earned no longer count.',
    'Reason: A copy <b>.',
    `http://stampus.test/app/submissions/${id}\n`,
  ])
    expect(mails[0]?.text).toContain(text)
  expect(mails[0]?.html).toContain('A copy &lt;b&gt;.')
  server.travel(10_001)
  await reverse(id, { status: 'pending' })
  const [reopened] = await takeWaitingMail(server)
  expect(reopened).toMatchObject({ kind: 'reversal', seconds: 0 })
  for (const at of [job, reopened]) await send(at)
  expect(mails).toHaveLength(2)
  expect(mails[1]?.text).toContain('It was rejected and will be reviewed again.')
  expect((await member.call('POST', `/submissions/${id}/withdrawal`, {})).status).toBe(200)
  await send(reopened)
  expect(mails).toHaveLength(2)
})

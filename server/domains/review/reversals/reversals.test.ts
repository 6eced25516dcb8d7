import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'
import { reversalMail } from '../review.mail.ts'
import { needsSecond } from './reversals.service.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

const createCorrected = async (corrections: object) => {
  const made = await insertReceipt(server.deps)
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
  expect((await findAuditEntries(server, 'submission', id)).at(-1)).toEqual({
    operator_id: manager.id,
    action: 'submission.reversed',
    changes: [
      { field: 'status', before: 'approved', after: 'rejected' },
      { field: 'stamps', before: '2', after: '0' },
      { field: 'rejection_reason', before: null, after: reason },
      { field: 'reason', before: null, after: reason },
    ],
  })
  const text = "SELECT changed_fields FROM audit_entries WHERE action = 'submission.reversed' AND subject_id = $1"
  expect(await rowsOf(server, text, id)).toEqual([{ changed_fields: ['status', 'stamps', 'rejection_reason'] }])
})

test.each(['approved', 'rejected'] as const)(
  'D-45 S-7.10 a reversal makes an %s receipt pending again, and it can be decided and reversed again, but not undone; only its details show the member each reversal',
  async (status) => {
    const { desk, manager, reverse, decided } = operators
    const member = await people.member()
    const { id } = await decided(status, { userId: member.id, amountSen: 5_500 })
    const first = await reverse(id, { status: 'pending', reason: 'It is hard to read.' })
    expect(first.data.status).toBe('pending')
    expect(await balance(member.id)).toBe(0)
    expect((await desk.reject(id, 'Too dark')).status).toBe(201)
    server.travel(10_001)
    const reversed = await reverse(id, { status: 'approved', reason: 'It can be read.' })
    expect(reversed).toMatchObject({ status: 201, data: { stamps: 5 } })
    const shown = (await member.call<{ data: { reversals: object[] } }>('GET', `/submissions/${id}`)).data
    const decision = { status: 'approved', stamps: 5, admin_notes: 'It can be read.', rejection_reason: null }
    expect(shown).toMatchObject(decision)
    const times = { decided_at: expect.stringMatching(/Z$/), created_at: expect.stringMatching(/Z$/) }
    expect(shown.reversals).toEqual([
      { was: status, status: 'pending', reason: 'It is hard to read.', ...times },
      { was: 'rejected', status: 'approved', reason: 'It can be read.', ...times },
    ])
    expect(JSON.stringify(await member.call('GET', '/submissions'))).not.toContain('reversals')
    expect(await balance(member.id)).toBe(5)
    expect((await manager.show(id)).data.decision).toMatchObject({ status: 'approved', undo_left_ms: null })
    expect(await manager.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
  },
)

test('D-41 D-45 a reversal to a rejection restores the facts as the member typed them, even if the member sent them again', async () => {
  const { history, reverse } = operators
  const made = await createCorrected({ purchase_amount: '99.00', invoice_number: '987654' })
  expect(await history(made.id)).toMatchObject({ purchase_amount: '99.00', stamps: 9 })
  await insertReceipt(server.deps, made)
  const { status, data } = await reverse(made.id, { status: 'rejected' })
  const typed = { purchase_amount: '25.00', invoice_no: made.invoiceNo, status: 'rejected', stamps: 0 }
  expect([status, data]).toMatchObject([201, typed])
  const amount = { field: 'purchase_amount', typed: '25.00', corrected: '99.00' }
  expect(data.decisions[0]?.corrections).toContainEqual(amount)
  const entry = (await findAuditEntries(server, 'submission', made.id)).at(-1)
  expect(entry?.changes).toContainEqual({ field: 'invoice_number', before: '987654', after: made.invoiceNo })
})

test('D-45 D-90 an appeal against an undone rejection is open again after a reversal rejects the approved receipt, and the next reversal answers it', async () => {
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
  const next = await reverse(id, { status: 'approved', reason: 'You are right.' })
  expect(next.data.appeal?.answer).toMatchObject({ outcome: 'reopened', text: 'You are right.' })
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

test('D-45 D-50 a manager who belongs to the corrected or to the typed merchant cannot reverse a correction', async () => {
  const { reverse } = operators
  const { id: corrected } = await createMerchant(server.deps)
  const { id, merchantId } = await createCorrected({ merchant_id: corrected })
  for (const merchant of [corrected, merchantId]) {
    const near = await people.manager()
    await near.join(merchant)
    expect(await reverse(id, {}, near)).toMatchObject({ status: 403, message: texts.conflictOfInterest })
  }
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

test.each<[string, number, Parameters<typeof needsSecond>[2], boolean]>([
  ['an approval of the large amount', 50_000, { status: 'approved', stamps: 5, left: 20 }, false],
  ['an approval above it', 50_001, { status: 'approved', stamps: 5, left: 20 }, true],
  ['a rejection above it', 50_001, { status: 'rejected', stamps: -5, left: 20 }, false],
  ['all the stamps that are left', 2_000, { status: 'approved', stamps: 20, left: 20 }, false],
  ['a stamp more', 2_100, { status: 'approved', stamps: 21, left: 20 }, true],
  ['a stamp more taken away', 2_100, { status: 'rejected', stamps: -21, left: 20 }, true],
  ['no stamps when none is left', 500, { status: 'rejected', stamps: 0, left: 0 }, false],
])('D-101 whether a reversal needs a second manager: %s', (_what, amountSen, change, needed) => {
  expect(needsSecond(server.deps, amountSen, change)).toBe(needed)
})

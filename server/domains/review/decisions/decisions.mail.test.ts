import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { decisionMail } from './decisions.mail.ts'
import { decide } from './decisions.service.ts'
import { undoDecision } from './undo.service.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '9999' })
let operatorId: number
beforeAll(async () => {
  operatorId = (await createOperator(server.deps)).id
})

type Decision = Parameters<typeof decide>[2]
const reject = (id: number, reason_code: 'unreadable' | 'already_used' = 'unreadable') =>
  decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred', reason_code })

/** The mails of the waiting jobs. */
async function sendWaiting() {
  const mails = catchMail(server)
  for (const { id } of await takeWaitingMail(server)) await decisionMail(server.deps)(id)
  return mails
}

/** The mail about this decision. */
async function mailAbout(decision: Decision) {
  await takeWaitingMail(server)
  await decide(server.deps, operatorId, decision)
  return (await sendWaiting())[0]
}

test('D-45 D-46 an approval mails its owner after 15 seconds, with a link to the submission', async () => {
  const { deps } = server
  const member = await createMember(deps, { name: 'Aina <b>' })
  const merchantId = (await createMerchant(deps)).id
  const { id, invoiceNo } = await createSubmission(deps, { userId: member.id, merchantId, amountSen: 123_450 })
  await takeWaitingMail(server)
  await decide(deps, operatorId, { id, status: 'approved', notes: 'Thank you' })
  const mails = catchMail(server)
  const [job, ...others] = await takeWaitingMail(server)
  expect([job, others]).toMatchObject([{ kind: 'decision', seconds: 15 }, []])
  await decisionMail(deps)(job?.id ?? 0)
  const [mail] = mails
  expect(mail).toMatchObject({ to: member.email, subject: 'Your receipt was approved' })
  for (const line of [
    'Hello Aina <b>,',
    'Your receipt of RM\u202f1,234.50 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}) was approved and earned you 50 stamps.`,
    'Admin Comments: Thank you',
    `http://stampus.test/app/submissions/${id}\n`,
  ]) {
    expect(mail?.text).toContain(line)
  }
  expect(mail?.html).toContain('Aina &lt;b&gt;')
})

test('D-45 D-46 the mail about a corrected receipt names the typed and the corrected values', async () => {
  const { deps } = server
  const { id: merchant_id } = await createMerchant(deps, { name: 'Nasi Kandar Line' })
  const { id, invoiceNo } = await createSubmission(deps, { amountSen: 1200, date: '2018-09-05' })
  const corrections = { merchant_id, invoice_number: '88', purchase_amount: 2150, purchase_date: '2018-09-04' }
  const mail = await mailAbout({ id, status: 'approved', corrections })
  for (const line of [
    'Your receipt of RM\u202f21.50 from Nasi Kandar Line dated 4 Sep 2018 (invoice 88) was approved',
    [
      'The receipt differs from what you typed, so we used what is on the receipt:',
      'Merchant: you typed Kopi Kita, the receipt says Nasi Kandar Line',
      `Invoice number: you typed ${invoiceNo}, the receipt says 88`,
      'Purchase date: you typed 5 Sep 2018, the receipt says 4 Sep 2018',
      'Amount: you typed RM\u202f12.00, the receipt says RM\u202f21.50\n',
    ].join('\n'),
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.html).toContain('Purchase date: you typed 5 Sep 2018')
})

const again = 'You can send the receipt again once this is fixed.'
const appeal = 'If you think the decision is wrong, you can appeal once. Open the submission to do so.'

test('D-46 S-4.07 D-90 the mail about a rejection names the reason, and suggests to send the receipt again and to appeal', async () => {
  const { id } = await createSubmission(server.deps)
  const reason = { reason: 'The picture is blurred', reason_code: 'unreadable' } as const
  const mail = await mailAbout({ id, status: 'rejected', ...reason })
  expect(mail?.subject).toBe('Your receipt was rejected')
  for (const text of ['Reason: The picture is blurred', `${again} ${appeal}`]) expect(mail?.text).toContain(text)
})

test.each(['already_used', 'not_partner', 'too_old'] as const)(
  'D-41 D-46 the mail about a rejection with the reason %s suggests only an appeal, because sending the receipt again cannot help',
  async (reason_code) => {
    const { id } = await createSubmission(server.deps)
    const mail = await mailAbout({ id, status: 'rejected', reason: 'It earned already.', reason_code })
    expect(mail?.text).toContain(appeal)
    expect(mail?.text).not.toContain('again')
  },
)

test('D-41 D-46 the mail about a rejection suggests only an appeal when another receipt of the same purchase has earned already', async () => {
  const { id, userId } = await createSubmission(server.deps)
  await reject(id)
  const [second, third] = [
    await createSubmission(server.deps, { userId, corrects: id }),
    await createSubmission(server.deps, { userId, corrects: id }),
  ]
  await reject(second.id, 'already_used')
  const mail = await mailAbout({ id: third.id, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  expect(mail?.text).toContain(appeal)
  expect(mail?.text).not.toContain('again')
})

test('D-45 an undone decision sends no mail; the decision in force does', async () => {
  const { id } = await createSubmission(server.deps)
  await takeWaitingMail(server)
  await reject(id)
  await undoDecision(server.deps, operatorId, id)
  await decide(server.deps, operatorId, { id, status: 'approved' })
  expect((await sendWaiting()).map(({ subject }) => subject)).toEqual(['Your receipt was approved'])
})

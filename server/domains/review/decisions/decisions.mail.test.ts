import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { decisionMail } from './decisions.mail.ts'
import { decide } from './decisions.service.ts'
import { undoDecision } from './undo.service.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '9999' })
let operatorId: number
const sent: Mail[] = []
beforeAll(async () => {
  operatorId = (await createOperator(server.deps)).id
})

/** Every waiting mail job, oldest first, with its delay in seconds. */
async function waitingJobs(): Promise<{ kind: string; id: number; seconds: number }[]> {
  const { rows } = await server.deps.db.pool.query(
    `SELECT data->>'kind' AS kind, (data->>'id')::int AS id,
       round(extract(epoch FROM start_after - created_on))::int AS seconds
     FROM pgboss.job WHERE name = 'mail' AND data->>'kind' = 'decision' ORDER BY created_on, id`,
  )
  return rows
}

async function mailsFor(jobs: { id: number }[]): Promise<Mail[]> {
  sent.length = 0
  const mailer = { ...server.deps.mailer, send: async (mail: Mail) => void sent.push(mail) }
  for (const { id } of jobs) await decisionMail({ ...server.deps, mailer })(id)
  return sent
}

test('D-45 D-46 an approval mails its owner after 15 seconds, with a link to the submission', async () => {
  const { deps } = server
  const member = await createMember(deps, { name: 'Aina <b>' })
  const merchantId = (await createMerchant(deps)).id
  const { id, invoiceNo } = await createSubmission(deps, { userId: member.id, merchantId, amountSen: 123_450 })
  await decide(deps, operatorId, { id, status: 'approved', notes: 'Thank you' })
  const jobs = await waitingJobs()
  expect(jobs).toMatchObject([{ kind: 'decision', seconds: 15 }])
  const [mail] = await mailsFor(jobs)
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
  await decide(deps, operatorId, { id, status: 'approved', corrections })
  const [mail] = await mailsFor((await waitingJobs()).slice(-1))
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

test('D-46 S-4.07 the mail about a rejection names the reason', async () => {
  const { deps } = server
  const { id } = await createSubmission(deps)
  await decide(deps, operatorId, { id, status: 'rejected', reason: 'The picture is blurred' })
  const [mail] = await mailsFor((await waitingJobs()).slice(-1))
  expect(mail?.subject).toBe('Your receipt was rejected')
  expect(mail?.text).toContain('Reason: The picture is blurred')
})

const again = 'You can send the receipt again once this is fixed.'
const appeal = 'If you think the decision is wrong, you can appeal once. Open the submission to do so.'

test('D-46 D-90 the mail about a rejection suggests to send the receipt again and to appeal', async () => {
  const { id } = await createSubmission(server.deps)
  await decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  const [mail] = await mailsFor((await waitingJobs()).slice(-1))
  expect(mail?.text).toContain(`${again} ${appeal}`)
})

for (const reason_code of ['already_used', 'not_partner', 'too_old'] as const)
  test(`D-41 D-46 the mail about a rejection with the reason ${reason_code} suggests only an appeal, because sending the receipt again cannot help`, async () => {
    const { id } = await createSubmission(server.deps)
    await decide(server.deps, operatorId, { id, status: 'rejected', reason: 'It earned already.', reason_code })
    const [mail] = await mailsFor((await waitingJobs()).slice(-1))
    expect(mail?.text).toContain(appeal)
    expect(mail?.text).not.toContain('again')
  })

test('D-41 D-46 the mail about a rejection suggests only an appeal when another receipt of the same purchase has earned already', async () => {
  const { id, userId } = await createSubmission(server.deps)
  await decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred' })
  const [second, third] = [
    await createSubmission(server.deps, { userId, corrects: id }),
    await createSubmission(server.deps, { userId, corrects: id }),
  ]
  await decide(server.deps, operatorId, {
    id: second.id,
    status: 'rejected',
    reason: 'It earned already.',
    reason_code: 'already_used',
  })
  await decide(server.deps, operatorId, {
    id: third.id,
    status: 'rejected',
    reason: 'Blurred',
    reason_code: 'unreadable',
  })
  const [mail] = await mailsFor((await waitingJobs()).slice(-1))
  expect(mail?.text).toContain(appeal)
  expect(mail?.text).not.toContain('again')
})

test('D-45 an undone decision sends no mail; the decision in force does', async () => {
  const { deps } = server
  const { id } = await createSubmission(deps)
  await decide(deps, operatorId, { id, status: 'rejected', reason: 'Wrong key' })
  await undoDecision(deps, operatorId, id)
  await decide(deps, operatorId, { id, status: 'approved' })
  const mails = await mailsFor((await waitingJobs()).slice(-2))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your receipt was approved'])
})

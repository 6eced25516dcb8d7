import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { decide } from './decisions/decisions.service.ts'
import { decisionMail } from './review.mail.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '9999' })
const people = actorsOf(server)
let operatorId: number
beforeAll(async () => {
  operatorId = (await createOperator(server.deps)).id
})

const reject = (id: number, reason_code: 'unreadable' | 'already_used' = 'unreadable') =>
  decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred', reason_code })

/** The mail about this decision. */
async function mailAbout(decision: Parameters<typeof decide>[2]) {
  await takeWaitingMail(server)
  await decide(server.deps, operatorId, decision)
  const mails = catchMail(server)
  for (const { id } of await takeWaitingMail(server)) await decisionMail(server.deps)(id)
  return mails[0]
}

test('D-45 D-46 an approval mails its owner after 15 seconds, with a link to the submission', async () => {
  const { deps } = server
  const member = await createMember(deps, { name: 'Aina <b>' })
  const merchantId = (await createMerchant(deps)).id
  const { id, invoiceNo } = await insertReceipt(deps, { userId: member.id, merchantId, amountSen: 123_450 })
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

const appeal = 'If you think the decision is wrong, you can appeal once. Open the submission to do so.'

test('D-41 D-46 the mail suggests only an appeal when sending the receipt again cannot help: for three reasons, and when another receipt of the purchase has earned', async () => {
  const { id, userId } = await insertReceipt(server.deps)
  await reject(id)
  const resubmission = async () => (await insertReceipt(server.deps, { userId, corrects: id })).id
  const [second, third] = [await resubmission(), await resubmission()]
  await reject(second, 'already_used')
  const rejected = { status: 'rejected', reason: 'It earned already.' } as const
  const mails = [await mailAbout({ ...rejected, id: third, reason_code: 'unreadable' })]
  for (const reason_code of ['already_used', 'not_partner', 'too_old'] as const)
    mails.push(await mailAbout({ ...rejected, id: (await insertReceipt(server.deps)).id, reason_code }))
  for (const mail of mails) {
    expect(mail?.text).toContain(appeal)
    expect(mail?.text).not.toContain('again')
  }
})

/** A receipt of a member who has chosen a language. */
async function sentIn(language: 'en' | 'ms', given: Parameters<typeof insertReceipt>[1] = {}) {
  const { id: userId, call } = await people.member({ name: 'Aina' })
  await call('PUT', '/user/language', { language })
  return { call, ...(await insertReceipt(server.deps, { userId, ...given })) }
}

const BLURRED = 'The picture is too blurred or dark to read. Please take a new one in good light.'
const KABUR = 'Gambar ini terlalu kabur atau gelap untuk dibaca. Ambil gambar baharu di tempat yang terang.'

test('S-4.07 D-46 D-90 D-100 a rejection by an English-speaking reviewer is mailed in the language of the member, with its reason and the ways to send the receipt again and to appeal', async () => {
  const { id, invoiceNo } = await sentIn('ms', { date: '2018-10-04' })
  const mail = await mailAbout({ id, status: 'rejected', reason: `${BLURRED} The total is under your thumb.` })
  expect(mail?.subject).toBe('Resit anda ditolak')
  expect(mail?.text.split('\n\n')).toEqual([
    'Helo Aina,',
    `Resit anda berjumlah RM\u202f25.00 daripada Kopi Kita bertarikh 4 Okt 2018 (invois ${invoiceNo}) telah ditolak.`,
    `Sebab: ${KABUR} The total is under your thumb.`,
    'Lihat resit:',
    `http://stampus.test/app/submissions/${id}`,
    'Anda boleh hantar resit ini sekali lagi selepas perkara ini dibetulkan. Jika anda rasa keputusan ini salah, anda boleh membuat rayuan sekali sahaja. Buka resit itu untuk membuatnya.',
    expect.stringContaining('Anda menerima e-mel ini kerana alamat ini dimasukkan di Stampus.'),
  ])
  expect(mail?.html).toContain('<html lang="ms">')
  const english = await mailAbout({ id: (await sentIn('en')).id, status: 'rejected', reason: BLURRED })
  expect(english?.subject).toBe('Your receipt was rejected')
  const again = 'You can send the receipt again once this is fixed.'
  for (const text of [`Reason: ${BLURRED}`, `${again} ${appeal}`]) expect(english?.text).toContain(text)
  expect(english?.html).toContain('<html lang="en">')
})

test.each([
  [
    'en',
    'Your receipt was approved',
    'Your receipt of RM\u202f21.50 from Nasi Kandar Line dated 4 May 2018 (invoice 88) was approved',
    'The receipt differs from what you typed, so we used what is on the receipt:',
    'Merchant: you typed Kopi Kita, the receipt says Nasi Kandar Line',
    'Invoice number: you typed 0801, the receipt says 88',
    'Purchase date: you typed 5 Aug 2018, the receipt says 4 May 2018',
    'Amount: you typed RM\u202f12.00, the receipt says RM\u202f21.50\n',
  ],
  [
    'ms',
    'Resit anda diluluskan',
    'telah diluluskan. Anda mendapat 2 cop.',
    'Resit berbeza daripada yang anda taip, jadi kami guna maklumat pada resit:',
    'Peniaga: anda taip Kopi Kita, pada resit Nasi Kandar Line',
    'Tarikh pembelian: anda taip 5 Ogo 2018, pada resit 4 Mei 2018',
    'Jumlah: anda taip RM\u202f12.00, pada resit RM\u202f21.50\n',
  ],
] as const)(
  'D-45 D-46 D-100 the mail in %s about a corrected receipt names the typed and the corrected values',
  async (language, subject, ...lines) => {
    const { id: merchant_id } = await createMerchant(server.deps, { name: 'Nasi Kandar Line' })
    const { id } = await sentIn(language, { amountSen: 1200, date: '2018-08-05', invoiceNo: '0801' })
    const invoice_number = language === 'en' ? '88' : '89'
    const corrections = { merchant_id, invoice_number, purchase_amount: 2150, purchase_date: '2018-05-04' }
    const mail = await mailAbout({ id, status: 'approved', corrections })
    expect(mail?.subject).toBe(subject)
    for (const line of lines) expect(mail?.text).toContain(line)
    expect(mail?.html).toContain(lines.at(-2))
  },
)

test("D-100 the API translates a preset reason only with X-Language: ms, and never a reviewer's own words", async () => {
  const { id: preset, userId, call } = await sentIn('ms')
  const { id: own } = await insertReceipt(server.deps, { userId })
  const rejected = { status: 'rejected' } as const
  await decide(server.deps, operatorId, { ...rejected, id: preset, reason: BLURRED })
  await decide(server.deps, operatorId, { ...rejected, id: own, reason: `Sorry. ${BLURRED}` })
  const reasonOf = async (id: number, headers: Record<string, string>) =>
    (await call<{ data: { rejection_reason: string } }>('GET', `/submissions/${id}`, undefined, headers)).data
      .rejection_reason
  expect(await reasonOf(preset, { 'x-language': 'ms' })).toBe(KABUR)
  expect(await reasonOf(preset, { 'accept-language': 'ms' })).toBe(BLURRED)
  expect(await reasonOf(own, { 'x-language': 'ms' })).toBe(`Sorry. ${BLURRED}`)
})

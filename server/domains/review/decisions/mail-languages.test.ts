import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { startMailServer } from '../../../../tests/support/server/mail-server.ts'
import { decisionMail } from './decisions.mail.ts'

let server: TestApp
let reviewer: Desk
let stopMail: () => Promise<void>
const received: string[] = []

beforeAll(async () => {
  const { port, stop } = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _, done) => {
      received.push(Buffer.concat(await stream.toArray()).toString())
      done()
    },
  })
  stopMail = stop
  server = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAX_RECEIPT_AGE_DAYS: '9999' })
  reviewer = await actorsOf(server).reviewer()
})
afterAll(async () => {
  await server.close()
  await stopMail()
})

/** A member who has chosen a language. */
async function memberWith(language: 'en' | 'ms') {
  const member = await actorsOf(server).member({ name: 'Aina' })
  await member.call('PUT', '/user/language', { language })
  return member
}

/** Sends the waiting mails about decisions as the job does, through SMTP, and reads the last one. */
async function lastMail() {
  for (const { id } of await takeWaitingMail(server)) await decisionMail(server.deps)(id)
  return PostalMime.parse(received.at(-1) ?? '')
}

const BLURRED = 'The picture is too blurred or dark to read. Please take a new one in good light.'
const KABUR = 'Gambar ini terlalu kabur atau gelap untuk dibaca. Ambil gambar baharu di tempat yang terang.'

test('D-46 D-100 a decision by an English-speaking reviewer is mailed in the language of the member', async () => {
  const member = await memberWith('ms')
  const { id, invoiceNo } = await createSubmission(server.deps, { userId: member.id, date: '2018-10-04' })
  await reviewer.reject(id, `${BLURRED} The total is under your thumb.`)
  const { subject, text = '', html } = await lastMail()
  expect(subject).toBe('Resit anda ditolak')
  expect(text.split('\n\n')).toEqual([
    'Helo Aina,',
    expect.stringMatching(
      new RegExp(
        `^Resit anda berjumlah RM\\s[\\d.]+ daripada Kopi Kita bertarikh 4 Okt 2018 \\(invois ${invoiceNo}\\) telah ditolak\\.$`,
      ),
    ),
    `Sebab: ${KABUR} The total is under your thumb.`,
    'Lihat resit:',
    `http://stampus.test/app/submissions/${id}`,
    'Anda boleh hantar resit ini sekali lagi selepas perkara ini dibetulkan. Jika anda rasa keputusan ini salah, anda boleh membuat rayuan sekali sahaja. Buka resit itu untuk membuatnya.',
    expect.stringContaining('Anda menerima e-mel ini kerana alamat ini dimasukkan di Stampus.'),
  ])
  expect(html).toContain('<html lang="ms">')
})

test('D-46 D-100 the mail about a corrected receipt has Malay names, days and stamps', async () => {
  const member = await memberWith('ms')
  const { id: merchant_id } = await createMerchant(server.deps, { name: 'Nasi Kandar Line' })
  const { id } = await createSubmission(server.deps, { userId: member.id, amountSen: 1200, date: '2018-08-05' })
  const corrections = { merchant_id, invoice_number: '88', purchase_amount: '21.50', purchase_date: '2018-05-04' }
  const decided = await reviewer.call('POST', `/submissions/${id}/decision`, { status: 'approved', corrections })
  expect(decided).toMatchObject({ status: 201 })
  const { subject, text } = await lastMail()
  expect(subject).toBe('Resit anda diluluskan')
  for (const line of [
    'Resit berbeza daripada yang anda taip, jadi kami guna maklumat pada resit:',
    'Peniaga: anda taip Kopi Kita, pada resit Nasi Kandar Line',
    'Tarikh pembelian: anda taip 5 Ogo 2018, pada resit 4 Mei 2018',
    'Jumlah: anda taip RM\u202f12.00, pada resit RM\u202f21.50',
    'telah diluluskan. Anda mendapat 2 cop.',
  ])
    expect(text).toContain(line)
})

test('D-100 the decision of a member who has chosen English is mailed in English', async () => {
  const member = await memberWith('en')
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await reviewer.reject(id, BLURRED)
  const { subject, text, html } = await lastMail()
  expect(subject).toBe('Your receipt was rejected')
  expect(text).toContain(`Reason: ${BLURRED}`)
  expect(html).toContain('<html lang="en">')
})

test("D-100 the API translates a preset reason only with X-Language: ms, and never a reviewer's own words", async () => {
  const { id: userId, call } = await memberWith('ms')
  const reasonOf = async (id: number, headers: Record<string, string>) =>
    (await call<{ data: { rejection_reason: string } }>('GET', `/submissions/${id}`, undefined, headers)).data
      .rejection_reason
  const preset = await createSubmission(server.deps, { userId })
  const own = await createSubmission(server.deps, { userId })
  await reviewer.reject(preset.id, BLURRED)
  await reviewer.reject(own.id, `Sorry. ${BLURRED}`)
  expect(await reasonOf(preset.id, { 'x-language': 'ms' })).toBe(KABUR)
  expect(await reasonOf(preset.id, { 'accept-language': 'ms' })).toBe(BLURRED)
  expect(await reasonOf(own.id, { 'x-language': 'ms' })).toBe(`Sorry. ${BLURRED}`)
})

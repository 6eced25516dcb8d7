import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../tests/support/api/submissions.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { updateOutcome } from './reviewed-submissions.store.ts'

const server = serverForTests()
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})

const DAY_MS = 86_400_000

async function createSender() {
  const member = await createMember(server.deps)
  return { id: member.id, headers: await createMemberSession(server.deps, member) }
}

const countStored = async () => (await listStoredFiles(server)).length

const dayAgo = (days: number) =>
  dayIn(server.deps.config.TIME_ZONE, new Date(server.deps.now().getTime() - days * DAY_MS))

test('S-7.09 S-3.03 a submission is answered with 201 and every field', async () => {
  const { headers } = await createSender()
  const merchant = await createMerchant(server.deps)
  const fields = receiptFields(server.deps, merchant.id, { purchase_amount: '12.5', invoice_number: ' 00123 ' })
  const answer = await sendReceipt(server, headers, fields, { bytes: await createRandomPhoto() })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({
    data: {
      id: expect.any(Number),
      status: 'pending',
      purchase_date: fields.purchase_date,
      purchase_amount: '12.50',
      invoice_no: '00123',
      receipt_image_url: expect.stringMatching(/^\/files\/receipts\/.*-full\.webp\?expires=\d+&signature=/),
      receipt_thumb_url: expect.stringMatching(/^\/files\/receipts\/.*-thumb\.webp\?expires=\d+&signature=/),
      placeholder_image_url: expect.stringMatching(/^data:image\/webp;base64,/),
      rejection_reason: null,
      reversals: [],
      admin_notes: null,
      stamps: 0,
      decided_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      merchant: { id: merchant.id, name: merchant.name, address: merchant.address, slug: merchant.slug },
      merchant_logo_url: `/media/${merchant.logo_key}`,
      merchant_logo_image_placeholder_url: merchant.logo_placeholder,
      appeal: null,
      corrects: null,
      corrected_by: null,
      approved_instead: null,
      corrections: [],
      may_withdraw: true,
    },
  })
})

test.each([
  ['S-5.10 no invoice number', { invoice_number: '' }, 'invoice_number', texts.invoiceRequired],
  ['S-5.09 an invoice number with letters', { invoice_number: 'A12' }, 'invoice_number', texts.invalidInvoice],
  ['D-42 an invoice number of 31 digits', { invoice_number: '1'.repeat(31) }, 'invoice_number', texts.invalidInvoice],
  ['S-5.10 no amount', { purchase_amount: '' }, 'purchase_amount', texts.requiredFields],
  ['S-5.09 a negative amount', { purchase_amount: '-1' }, 'purchase_amount', texts.invalidAmount],
  ['S-5.09 a third decimal', { purchase_amount: '1.005' }, 'purchase_amount', texts.invalidAmount],
  ['D-42 an amount of a million', { purchase_amount: '1000000' }, 'purchase_amount', texts.invalidAmount],
  ['S-5.10 no date', { purchase_date: '' }, 'purchase_date', texts.requiredFields],
  ['D-42 a day that does not exist', { purchase_date: '2026-02-30' }, 'purchase_date', texts.invalidDate],
  ['S-5.09 no merchant', { merchant_id: '' }, 'merchant_id', texts.merchantUnknown],
  ['S-5.09 an unknown merchant', { merchant_id: 999_999_999 }, 'merchant_id', texts.merchantUnknown],
])('%s is rejected with an error on its field', async (_title, given, field, text) => {
  const { headers } = await createSender()
  const fields = { ...receiptFields(server.deps, merchantId), ...given }
  const answer = await sendReceipt(server, headers, fields, { bytes: await createRandomPhoto() })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ [field]: [text] })
})

test('S-5.09 an inactive merchant accepts no receipts', async () => {
  const { headers } = await createSender()
  const { id } = await createMerchant(server.deps, { is_active: false })
  const answer = await sendReceipt(server, headers, receiptFields(server.deps, id), {
    bytes: await createRandomPhoto(),
  })
  expect(answer.json().errors).toEqual({ merchant_id: [texts.merchantInactive] })
})

test('S-5.10 S-7.09 a submission without a picture is rejected', async () => {
  const { headers } = await createSender()
  const fields = receiptFields(server.deps, merchantId)
  const answer = await sendReceipt(server, headers, fields)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ receipt_image: [texts.requiredFields] })
  const unchosen = await sendReceipt(server, headers, fields, { bytes: Buffer.alloc(0), name: '' })
  expect(unchosen.json().errors).toEqual({ receipt_image: [texts.requiredFields] })
})

test('D-42 S-5.11 today and 60 days ago are accepted, tomorrow and 61 days ago are not', async () => {
  const { headers } = await createSender()
  const send = async (purchase_date: string) =>
    sendReceipt(server, headers, receiptFields(server.deps, merchantId, { purchase_date }), {
      bytes: await createRandomPhoto(),
    })
  expect((await send(dayAgo(0))).statusCode).toBe(201)
  expect((await send(dayAgo(60))).statusCode).toBe(201)
  expect((await send(dayAgo(-1))).json().errors).toEqual({ purchase_date: [texts.futureDate] })
  expect((await send(dayAgo(61))).json().errors).toEqual({ purchase_date: [texts.oldReceipt(60)] })
})

test('D-42 today is the day in the campus time zone', async () => {
  const inZone = (TIME_ZONE: string) => ({ ...server.deps, config: { ...server.deps.config, TIME_ZONE } })
  const date = dayIn('Pacific/Kiritimati', server.deps.now())
  expect((await createSubmission(inZone('Pacific/Kiritimati'), { merchantId, date })).id).toBeGreaterThan(0)
  await expect(createSubmission(inZone('Pacific/Pago_Pago'), { merchantId, date })).rejects.toMatchObject({
    body: { errors: { purchase_date: [texts.futureDate] } },
  })
})

test.skipIf(!receiptNames.includes('041.jpg'))('D-42 a real receipt of 2018 is too old by default', async () => {
  const { headers } = await createSender()
  const fields = receiptFields(server.deps, merchantId, { purchase_date: '2018-03-03' })
  const answer = await sendReceipt(server, headers, fields, { bytes: await readFile(join(receiptsDir, '041.jpg')) })
  expect(answer.json().errors).toEqual({ purchase_date: [texts.oldReceipt(60)] })
})

test('D-41 sending the same receipt again is rejected and names the first, with or without leading zeros', async () => {
  const { headers } = await createSender()
  const fields = receiptFields(server.deps, merchantId)
  const first = await sendReceipt(server, headers, fields, { bytes: await createRandomPhoto() })
  const before = await countStored()
  const again = { ...fields, invoice_number: `000${fields.invoice_number}`, purchase_amount: '99.00' }
  const second = await sendReceipt(server, headers, again, { bytes: await createRandomPhoto() })
  expect(second.statusCode).toBe(422)
  expect(second.json()).toEqual({
    message: texts.alreadySubmitted,
    errors: { invoice_number: [texts.alreadySubmitted] },
    submission_id: first.json().data.id,
  })
  expect(await countStored()).toBe(before)
})

test('D-41 another member may send the same receipt, and its sender may after a rejection', async () => {
  const { deps } = server
  const mine = await createSubmission(deps, { merchantId })
  const theirs = await createSubmission(deps, { merchantId, invoiceNo: mine.invoiceNo })
  expect(theirs.id).not.toBe(mine.id)
  const rejected = { status: 'rejected', reason: 'Blurred', notes: null, stamps: 0, at: deps.now() } as const
  await updateOutcome(deps.db.pool, mine.id, rejected)
  const again = await createSubmission(deps, { merchantId, userId: mine.userId, invoiceNo: mine.invoiceNo })
  expect(again.id).not.toBe(mine.id)
})

test('D-41 fifty identical submissions at once make one, and leave the files of one', async () => {
  // Above the limit of concurrent uploads, which would hide the race.
  const { id: userId } = await createSender()
  const given = { userId, merchantId, invoiceNo: '800800', photo: await createRandomPhoto() }
  const before = await countStored()
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => createSubmission(server.deps, given)))
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
  const rejected = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(made).toHaveLength(1)
  expect(rejected.map(({ status, body }) => [status, body.submission_id])).toEqual(Array(49).fill([422, made[0]]))
  expect(await countStored()).toBe(before + 3)
})

test('S-6.02 D-04 an anonymous, unverified or suspended caller cannot submit', async () => {
  const { deps } = server
  const fields = receiptFields(deps, merchantId)
  const picture = { bytes: await createRandomPhoto() }
  const unverified = await createMemberSession(deps, await createMember(deps, { verified: false }))
  const suspended = await createMemberSession(deps, await createMember(deps, { suspended: true }))
  const answers = [
    await sendReceipt(server, {}, fields, picture),
    await sendReceipt(server, unverified, fields, picture),
    await sendReceipt(server, suspended, fields, picture),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
  expect(answers.map((answer) => answer.json().message)).toEqual([
    texts.unauthenticated,
    texts.verificationRequired,
    texts.suspended,
  ])
})

test('D-92 a receipt that arrives while its member deletes the account is rejected and leaves no file', async () => {
  const { deps } = server
  const { id, headers } = await createSender()
  const before = await countStored()
  const put = deps.storage.put
  deps.storage.put = async (...given) => {
    await deps.db.pool.query({ text: 'UPDATE users SET deleted_at = $2 WHERE id = $1', values: [id, deps.now()] })
    return put(...given)
  }
  const answer = await sendReceipt(server, headers, receiptFields(deps, merchantId), {
    bytes: await createRandomPhoto(),
  })
  deps.storage.put = put
  expect([answer.statusCode, answer.json().message]).toEqual([401, texts.unauthenticated])
  const { rowCount } = await deps.db.pool.query({ text: 'SELECT FROM submissions WHERE user_id = $1', values: [id] })
  expect([rowCount, await countStored()]).toEqual([0, before])
})

test('S-7.09 the 61st upload of an hour is a 429 that says when to try again', async () => {
  const { headers } = await createSender()
  const bytes = await createRandomPhoto()
  const send = () => sendReceipt(server, headers, receiptFields(server.deps, merchantId), { bytes })
  const statuses: number[] = []
  for (let pairs = 0; pairs < 30; pairs += 1)
    statuses.push(...(await Promise.all([send(), send()])).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(Array(60).fill(201))
  const rejected = await send()
  expect(rejected.statusCode).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3000)
})

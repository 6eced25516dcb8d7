import { texts } from '@stampus/contract/texts'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()
const people = actorsOf(server)
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})

const countStored = async () => (await listStoredFiles(server)).length

test('S-7.09 S-3.03 a submission is answered with 201 and every field', async () => {
  const { headers } = await people.member()
  const { id, name, address, slug, ...merchant } = await createMerchant(server.deps)
  const fields = receiptFields(server.deps, id, { purchase_amount: '12.5', invoice_number: ' 00123 ' })
  const answer = await sendReceipt(server, headers, fields, { bytes: await createRandomPhoto() })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
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
      merchant: { id, name, address, slug },
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

test('S-5.09 S-5.10 S-7.09 D-42 every invalid field is rejected with an error on it', async () => {
  const { submit, send } = await people.member()
  const closed = await createMerchant(server.deps, { is_active: false })
  for (const [given, field, text] of [
    [{ invoice_number: '' }, 'invoice_number', texts.invoiceRequired],
    [{ invoice_number: 'A12' }, 'invoice_number', texts.invalidInvoice],
    [{ invoice_number: '1'.repeat(31) }, 'invoice_number', texts.invalidInvoice],
    [{ purchase_amount: '' }, 'purchase_amount', texts.requiredFields],
    [{ purchase_amount: '-1' }, 'purchase_amount', texts.invalidAmount],
    [{ purchase_amount: '1.005' }, 'purchase_amount', texts.invalidAmount],
    [{ purchase_amount: '1000000' }, 'purchase_amount', texts.invalidAmount],
    [{ purchase_date: '' }, 'purchase_date', texts.requiredFields],
    [{ purchase_date: '2026-02-30' }, 'purchase_date', texts.invalidDate],
    [{ merchant_id: '' }, 'merchant_id', texts.merchantUnknown],
    [{ merchant_id: 999_999_999 }, 'merchant_id', texts.merchantUnknown],
    [{ merchant_id: closed.id }, 'merchant_id', texts.merchantInactive],
  ] as const) {
    const { status, errors } = await submit(merchantId, given)
    expect([given, status, errors]).toEqual([given, 422, { [field]: [text] }])
  }
  for (const picture of [undefined, { bytes: Buffer.alloc(0), name: '' }]) {
    const answer = await send(receiptFields(server.deps, merchantId), picture)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { receipt_image: [texts.requiredFields] }])
  }
})

test('D-42 S-5.11 today and 60 days ago are accepted, tomorrow and 61 days ago are not; today is the day in the campus time zone', async () => {
  const { submit } = await people.member()
  const today = dayIn(server.deps.config.TIME_ZONE, server.deps.now())
  for (const [days, errors] of [
    [0, undefined],
    [-60, undefined],
    [1, { purchase_date: [texts.futureDate] }],
    [-61, { purchase_date: [texts.oldReceipt(60)] }],
  ] as const) {
    const answer = await submit(merchantId, { purchase_date: addDays(today, days) })
    expect([days, answer.status, answer.errors]).toEqual([days, errors ? 422 : 201, errors])
  }
  const sentIn = (TIME_ZONE: string) =>
    createSubmission({ ...server.deps, config: { ...server.deps.config, TIME_ZONE } }, { merchantId, date })
  const date = dayIn('Pacific/Kiritimati', server.deps.now())
  expect((await sentIn('Pacific/Kiritimati')).id).toBeGreaterThan(0)
  const body = { errors: { purchase_date: [texts.futureDate] } }
  await expect(sentIn('Pacific/Pago_Pago')).rejects.toMatchObject({ body })
})

test('D-41 sending the same receipt again is rejected and names the first, with or without leading zeros; another member may send it, and its sender after a rejection', async () => {
  const [{ submit }, other] = [await people.member(), await people.member()]
  const { invoice_number } = receiptFields(server.deps, merchantId)
  const first = await submit(merchantId, { invoice_number })
  const before = await countStored()
  const again = { invoice_number: `000${invoice_number}`, purchase_amount: '99.00' }
  expect(await submit(merchantId, again)).toMatchObject({
    status: 422,
    message: texts.alreadySubmitted,
    errors: { invoice_number: [texts.alreadySubmitted] },
    submission_id: first.data.id,
  })
  expect(await countStored()).toBe(before)
  expect((await other.submit(merchantId, { invoice_number })).status).toBe(201)
  await server.sql("UPDATE submissions SET status = 'rejected' WHERE id = $1", [first.data.id])
  expect((await submit(merchantId, again)).status).toBe(201)
})

test('D-41 ten identical submissions at once make one, and leave the files of one', async () => {
  // Above the limit of concurrent uploads, which would hide the race.
  const { id: userId } = await people.member()
  const given = { userId, merchantId, invoiceNo: '800800', photo: await createRandomPhoto() }
  const before = await countStored()
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => createSubmission(server.deps, given)))
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
  const rejected = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(made).toHaveLength(1)
  expect(rejected.map(({ status, body }) => [status, body.submission_id])).toEqual(Array(9).fill([422, made[0]]))
  expect(await countStored()).toBe(before + 3)
})

test('D-92 a receipt that arrives while its member deletes the account is rejected and leaves no file', async () => {
  const { storage, now } = server.deps
  const { id, submit } = await people.member()
  const before = await countStored()
  const put = storage.put
  storage.put = async (...given) => {
    await server.sql('UPDATE users SET deleted_at = $2 WHERE id = $1', [id, now()])
    return put(...given)
  }
  const answer = await submit(merchantId)
  storage.put = put
  expect([answer.status, answer.message]).toEqual([401, texts.unauthenticated])
  const { rowCount } = await server.sql('SELECT FROM submissions WHERE user_id = $1', [id])
  expect([rowCount, await countStored()]).toEqual([0, before])
})

test('S-7.09 the 61st upload of an hour is a 429 that says when to try again', async () => {
  const { id, submit } = await people.member()
  await fillLimit(server, `uploads|${id}`, 59)
  expect((await submit(merchantId)).status).toBe(201)
  const rejected = await submit(merchantId)
  expect([rejected.status, rejected.retryAfter > 500]).toEqual([429, true])
})

/** A merchant with a rule. */
async function ruled(column: 'minimum_spend_sen' | 'receipts_per_day', value: number): Promise<number> {
  const { id } = await createMerchant(server.deps)
  await server.sql(`UPDATE merchants SET ${column} = $2 WHERE id = $1`, [id, value])
  return id
}

test('D-53 a receipt below the minimum spend is rejected with an error on the amount; exactly the minimum is accepted', async () => {
  const [{ submit }, merchant] = [await people.member(), await ruled('minimum_spend_sen', 2000)]
  const errors = { purchase_amount: [texts.minimumSpend('RM\u202f20.00')] }
  expect(await submit(merchant, { purchase_amount: '19.99' })).toMatchObject({ status: 422, errors })
  expect((await submit(merchant, { purchase_amount: '20.00' })).status).toBe(201)
})

test('D-53 the daily limit counts the receipts of one campus day per member and merchant, except rejected ones', async () => {
  const [{ submit }, other] = [await people.member(), await people.member()]
  const [merchant, elsewhere] = [await ruled('receipts_per_day', 2), await ruled('receipts_per_day', 2)]
  const first = await submit(merchant)
  expect([first.status, (await submit(merchant)).status]).toEqual([201, 201])
  const errors = { merchant_id: [texts.dailyReceiptsSent(2)] }
  expect(await submit(merchant)).toMatchObject({ status: 422, errors })
  expect([(await other.submit(merchant)).status, (await submit(elsewhere)).status]).toEqual([201, 201])
  await server.sql("UPDATE submissions SET status = 'rejected' WHERE id = $1", [first.data.id])
  expect((await submit(merchant)).status).toBe(201)
})

test('D-53 when receipts are sent at once, only as many as the daily limit allows are accepted, and the others leave no file', async () => {
  const [{ submit }, merchant] = [await people.member(), await ruled('receipts_per_day', 1)]
  const before = await countStored()
  // One is decoded and one waits. More pictures of one member at once are a 429.
  const both = await Promise.all([submit(merchant), submit(merchant)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(await countStored()).toBe(before + 3)
})

test('D-53 the daily limit starts again at midnight on the campus', async () => {
  const merchant = await ruled('receipts_per_day', 1)
  server.travel(Date.parse('2030-03-01T15:58:00Z') - server.deps.now().getTime())
  const { submit } = await people.member()
  for (const time of ['15:58:00', '16:00:30']) {
    server.travel(Date.parse(`2030-03-01T${time}Z`) - server.deps.now().getTime())
    expect([(await submit(merchant)).status, (await submit(merchant)).status]).toEqual([201, 422])
  }
})

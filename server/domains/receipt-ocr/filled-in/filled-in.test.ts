import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { dayIn } from '@stampus/contract/values/days'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  askForPreview,
  cleanUpOcr,
  createOcrResult,
  mockOcr,
  runOcrJob,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, type Fields, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findSureFacts } from '../facts/sure-facts.ts'

const DAY = 86_400_000

const server = serverForTests({ LOG_LEVEL: 'silent' })
const people = actorsOf(server)
type Member = Awaited<ReturnType<typeof people.member>>
let desk: Desk
let merchant: { id: number; name: string }
beforeAll(async () => {
  server.deps.fingerprint = fingerprintHere
  server.deps.secondReader = undefined
  desk = await people.manager()
  merchant = await createMerchant(server.deps, { name: 'Kopi Kita' })
})

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const printed = (given: Parameters<typeof createOcrResult>[0] = {}) =>
  createOcrResult({ merchant: 'KOPI KITA', totalSen: 3100, date: today(), invoice: 'CS-00700144', ...given })

/** Chooses a picture in the form, and returns what the form is offered for it. */
async function preview(member: Member, photo: Buffer, result = printed()): Promise<PreviewFacts | null> {
  mockOcr(server, result)
  const { body } = await askForPreview(server, member.headers, photo)
  return body.data as PreviewFacts | null
}

/** Sends a receipt with the facts of `printed()`, or others, and returns its id. */
async function send(member: Member, photo: Buffer, given: Partial<Fields> & { corrects?: number } = {}) {
  const facts = { purchase_amount: '31.00', purchase_date: today(), invoice_number: '700144' }
  const fields = receiptFields(server.deps, merchant.id, { ...facts, ...given })
  const answer = await member.send({ ...fields, ...given }, { bytes: photo })
  expect(answer.statusCode).toBe(201)
  return Number(answer.json().data.id)
}

/** The facts that the desk shows as filled in, with their verdicts, once the picture is read. */
async function shown(id: number, result = printed()) {
  await runOcrJob(server.deps, id, result)
  const { data } = await desk.show(id)
  const facts = Object.entries(data.reading ?? {})
  return Object.fromEntries(
    facts.map(([name, { verdict, filled_in }]) => [name, filled_in ? verdict : `${verdict}, typed`]),
  )
}

const ALL_FILLED_IN = {
  merchant: 'filled_in',
  purchase_amount: 'filled_in',
  purchase_date: 'filled_in',
  invoice_number: 'filled_in',
}
const ALL_TYPED = Object.fromEntries(Object.keys(ALL_FILLED_IN).map((fact) => [fact, 'fits, typed']))

test('D-103 the answer names the merchant, the places and the sure facts, and the desk calls none of them a match, however they are written; another value is typed', async () => {
  const [member, photo] = [await people.member(), await createRandomPhoto()]
  const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
  expect(await preview(member, photo)).toMatchObject({
    merchant: { id: merchant.id, name: 'Kopi Kita', address: expect.any(String) },
    places: { merchant: place, purchase_amount: place, purchase_date: place, invoice_number: place },
    sure: ['merchant', 'purchase_amount', 'purchase_date', 'invoice_number'],
  })
  const changed = await send(member, photo, { purchase_amount: '31.50', invoice_number: '700145' })
  const typed = { purchase_amount: 'differs, typed', invoice_number: 'differs, typed' }
  expect(await shown(changed)).toEqual({ ...ALL_FILLED_IN, ...typed })
  const id = await send(member, photo, { purchase_amount: '31', invoice_number: '000700144' })
  expect(await shown(id)).toEqual(ALL_FILLED_IN)
  expect((await desk.show(id)).data.reading?.purchase_amount).toMatchObject({ read: '31.00', place })
  // A corrected fact is the reviewer's, until the decision is undone.
  const corrections = { purchase_amount: '37.00', invoice_number: '0700144' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  const verdicts = async () => {
    const { purchase_amount: amount, invoice_number: number } = (await desk.show(id)).data.reading ?? {}
    return [amount?.verdict, amount?.filled_in, number?.verdict, number?.filled_in]
  }
  expect(await verdicts()).toEqual(['differs', false, 'fits', false])
  await desk.undo(id)
  expect(await verdicts()).toEqual(['filled_in', true, 'filled_in', true])
})

test.each([
  [0.5, ['purchase_amount']],
  [0.84, ['purchase_amount']],
  [0.85, ['purchase_amount', 'invoice_number']],
  [0.89, ['purchase_amount', 'invoice_number']],
  [0.9, ['purchase_amount', 'purchase_date', 'invoice_number']],
])('D-96 of a total, a date and a number with a confidence of %f only these are filled in: %j', (confidence, names) => {
  const facts = { totalSen: 3100, date: '2026-11-20', invoice: '700144' }
  expect(findSureFacts(createOcrResult({ ...facts, confidence }))).toEqual(names)
})

test('D-103 a number that is only a hint, and any fact of a poor picture, is not sure, but known as offered', async () => {
  const [member, photo, poor] = [await people.member(), await createRandomPhoto(), await createRandomPhoto()]
  const { date } = printed()
  expect(await preview(member, photo, { ...printed({ confidence: 0.65 }), ...(date && { date }) })).toMatchObject({
    invoice_number: '00700144',
    sure: ['merchant', 'purchase_amount', 'purchase_date'],
  })
  expect(await preview(member, poor, { ...printed(), problem: 'blurred' })).toMatchObject({ sure: [] })
  expect(await shown(await send(member, photo))).toEqual(ALL_FILLED_IN)
})

test('D-103 a previewed picture stays known when another is previewed before it is sent, as a re-encoded copy, as a resubmission', async () => {
  const [member, photo] = [await people.member(), await createRandomPhoto()]
  const [result, purchase_date] = [printed(), today()]
  const rejected = await send(member, await createRandomPhoto(), { purchase_amount: '20.00' })
  await desk.reject(rejected, 'Too dark')
  await preview(member, photo, result)
  await preview(member, await createRandomPhoto(), printed({ merchant: 'OTHER SHOP', totalSen: 500, invoice: '12345' }))
  // Late in the evening this is the next day.
  server.travel(2 * 3_600_000)
  await cleanUpOcr(server.deps)
  desk = await people.manager()
  const copy = await sharp(photo).jpeg({ quality: 60 }).toBuffer()
  expect(await shown(await send(member, copy, { purchase_date, corrects: rejected }), result)).toEqual(ALL_FILLED_IN)
})

test('D-103 an earlier picture of the same merchant and day makes neither filled in when another receipt is typed', async () => {
  const member = await people.member()
  await preview(member, await createRandomPhoto())
  await preview(member, await createRandomPhoto(), createOcrResult({ totalSen: 500, invoice: '12345' }))
  const typed = { purchase_amount: '18.50', invoice_number: '700999' }
  const result = printed({ totalSen: 1850, invoice: '700999' })
  expect(await shown(await send(member, await createRandomPhoto(), typed), result)).toEqual(ALL_TYPED)
})

test.each([
  ['amount', { invoice_number: '700999' }, { invoice: '700999' }],
  ['number', { purchase_amount: '18.50' }, { totalSen: 1850 }],
])('D-103 a picture that offered the %s makes merchant and day filled in for another file', async (_, typed, print) => {
  const member = await people.member()
  await preview(member, await createRandomPhoto())
  const facts = await shown(await send(member, await createRandomPhoto(), typed), printed(print))
  const [fact = ''] = Object.keys(typed)
  expect(facts).toEqual({ ...ALL_FILLED_IN, [fact]: 'fits, typed' })
})

test('D-103 a picture that another account previewed makes no fact typed, another picture does', async () => {
  const [one, other, photo] = [await people.member(), await people.member(), await createRandomPhoto()]
  await preview(one, photo)
  expect(await shown(await send(other, photo))).toEqual(ALL_FILLED_IN)
  const later = { invoice_number: '0700144', purchase_date: today() }
  const third = await people.member()
  expect(await shown(await send(third, await createRandomPhoto(), later))).toEqual(ALL_TYPED)
})

test('D-92 D-103 what a member was offered is deleted with the account, or once no receipt of that time can be sent', async () => {
  const [leaving, member] = [await people.member(), await people.member()]
  const countOffers = async ({ id }: Member) =>
    (await rowsOf(server, 'SELECT fact FROM offered_facts WHERE user_id = $1', id)).length
  for (const each of [leaving, member]) await preview(each, await createRandomPhoto())
  expect(await countOffers(leaving)).toBe(4)
  expect((await deleteOwnAccount(server, leaving)).status).toBe(200)
  expect(await countOffers(leaving)).toBe(0)
  server.travel(60 * DAY)
  await cleanUpOcr(server.deps)
  expect(await countOffers(member)).toBe(4)
  server.travel(DAY + 1)
  await cleanUpOcr(server.deps)
  expect(await countOffers(member)).toBe(0)
})

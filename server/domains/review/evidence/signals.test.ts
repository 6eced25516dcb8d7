import { dayIn } from '@stampus/contract/values/days'
import { emailKey } from '@stampus/contract/values/emails'
import { beforeEach, expect, test } from 'vitest'
import { createMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { decide } from '../decisions/decisions.service.ts'
import type { Evidence } from './evidence.service.ts'
import type { Circumstances, LookAlike } from './evidence.store.ts'
import { buildSignals } from './signals.ts'

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
beforeEach(async () => {
  desk = await people.reviewer()
})

const WEEK_MS = 7 * 86_400_000

const signalsOf = async (id: number) =>
  (await desk.renew(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])
const contentType = async (url = '') => (await server.app.inject({ url })).headers['content-type']

test('D-51 the same invoice is a signal: from any member, on any date, with leading zeros', async () => {
  const { deps } = server
  const merchantId = (await createMerchant(deps)).id
  const lastWeek = dayIn(deps.config.TIME_ZONE, new Date(deps.now().getTime() - WEEK_MS))
  const first = await createSubmission(deps, { merchantId })
  const other = await createSubmission(deps, { merchantId, invoiceNo: `00${first.invoiceNo}` })
  const own = await createSubmission(deps, {
    merchantId,
    userId: first.userId,
    invoiceNo: first.invoiceNo,
    date: lastWeek,
  })
  await createSubmission(deps, { invoiceNo: first.invoiceNo, amountSen: 1111 })
  expect(await signalsOf(first.id)).toEqual([
    ['same_invoice', own.id],
    ['same_invoice', other.id],
  ])
})

test('D-51 the same file is a signal at any merchant; a single receipt has none', async () => {
  const photo = await createRandomPhoto()
  const first = await createSubmission(server.deps, { photo })
  const again = await createSubmission(server.deps, { photo, invoiceNo: first.invoiceNo, amountSen: 1111 })
  const alone = await createSubmission(server.deps)
  expect(await signalsOf(again.id)).toEqual([['same_file', first.id]])
  expect(await signalsOf(alone.id)).toEqual([])
})

const rules = { TIME_ZONE: 'Asia/Kuala_Lumpur', LARGE_AMOUNT_SEN: 50_000, CURRENCY: 'RM', MAX_RECEIPT_AGE_DAYS: 60 }
const facts = {
  invoice_no: '123',
  merchant_name: 'Kopi Kita',
  amount_sen: 1250,
  purchase_date: '2026-11-11',
  created_at: new Date('2026-11-11T08:00:00Z'),
}
const calm = {
  at_once: 1,
  is_own_shop: false,
  suspended_at: null,
  withdrawn: 0,
  usual_sen: null,
  usual_of: 0,
  reward_used: false,
}
const allTexts = (given: Partial<typeof facts>, evidence: Partial<Evidence> = {}, by = rules) =>
  buildSignals(
    { ...facts, ...given },
    { lookAlikes: [], circumstances: calm, corrected: undefined, reading_state: 'read', comparison: null, ...evidence },
    by,
    () => null,
  )
const textOf = (given: Partial<typeof facts>, found: Partial<Circumstances> = {}) =>
  allTexts(given, { circumstances: { ...calm, ...found } }).map(({ kind, text }) => [kind, text])

test('D-102 three withdrawals within 30 days are a signal, two are not', () => {
  expect(textOf({}, { withdrawn: 2 })).toEqual([])
  expect(textOf({}, { withdrawn: 3 })).toEqual([['often_withdrawn', 'The member withdrew 3 receipts within 30 days']])
})

test('D-45 an amount above RM 500 is a signal, RM 500.00 is not', () => {
  expect(textOf({ amount_sen: 50_000 })).toEqual([])
  expect(textOf({ amount_sen: 50_001 })).toEqual([['large_amount', 'The amount is above RM\u202f500.00']])
})

test('D-51 a receipt sent more than 30 days after the purchase is a signal, in campus days', () => {
  expect(textOf({ purchase_date: '2026-10-12' })).toEqual([])
  expect(textOf({ purchase_date: '2026-10-11' })).toEqual([['sent_late', 'Sent 31 days after the purchase']])
  expect(textOf({ purchase_date: '2026-10-12', created_at: new Date('2026-11-11T17:00:00Z') })).toHaveLength(1)
})

test('D-51 a receipt is signalled as late only after half of the allowed age', () => {
  const longer = { ...rules, MAX_RECEIPT_AGE_DAYS: 36_500 }
  expect(allTexts({ purchase_date: '2018-03-03' }, {}, longer)).toEqual([])
})

test('D-51 an amount above four times the usual one is a signal, once 20 receipts are known', () => {
  const usual = { usual_sen: 1000, usual_of: 20 }
  expect(textOf({ amount_sen: 4000 }, usual)).toEqual([])
  expect(textOf({ amount_sen: 4001 }, { ...usual, usual_of: 19 })).toEqual([])
  expect(textOf({ amount_sen: 4001 }, usual)).toEqual([
    ['unusual_amount', 'Unusual amount: 90% of receipts from Kopi Kita are at most RM\u202f10.00'],
  ])
})

test('D-51 a suspended member, the member’s own shop and five receipts in an hour are signals with a text', () => {
  const suspended_at = new Date('2026-11-12T17:00:00Z')
  expect(textOf({}, { at_once: 5, is_own_shop: true, suspended_at })).toEqual([
    ['suspended', 'The member has been suspended since 13 Nov 2026'],
    ['own_shop', 'The member belongs to Kopi Kita'],
    ['burst', 'One of 5 receipts that the member sent in an hour'],
  ])
  expect(textOf({}, { at_once: 4, suspended_at: facts.created_at })).toEqual([
    ['suspended', 'Sent while the member was suspended'],
  ])
})

const lookAlike: LookAlike = {
  id: 7,
  status: 'pending',
  same_invoice: false,
  same_file: false,
  same_member: false,
  is_later: false,
  unsure: null,
  same_receipt: null,
  other_merchant: null,
  has_conflict: false,
  sent_at: new Date('2026-09-11T17:00:00Z'),
  picture_key: null,
  placeholder: null,
  width: 1,
  height: 1,
}

test('D-51 a signal’s text says who sent what, when, and with which status', () => {
  const both = { ...lookAlike, status: 'approved', same_invoice: true, same_file: true } as const
  expect(allTexts({}, { lookAlikes: [{ ...both, same_member: false }] })).toEqual([
    {
      kind: 'same_invoice',
      text: 'Possible duplicate of receipt 7: invoice 123 at Kopi Kita, sent before by another member on 12 Sep 2026 (approved)',
      submission_id: 7,
      picture: null,
      is_hint: false,
    },
    {
      kind: 'same_file',
      text: 'Possible duplicate of receipt 7: same picture, sent before by another member on 12 Sep 2026 (approved)',
      submission_id: 7,
      picture: null,
      is_hint: false,
    },
  ])
  const [own] = allTexts({}, { lookAlikes: [{ ...both, same_member: true }] }, { ...rules, TIME_ZONE: 'UTC' })
  expect(own?.text).toBe(
    'Possible duplicate of receipt 7: invoice 123 at Kopi Kita, sent before by the same member on 11 Sep 2026 (approved)',
  )
})

const by = 'at Kedai Runcit by another member on 12 Sep 2026 (pending)'
const hidden = 'Receipt 7, which you may not open, looks'
test.each<[Partial<LookAlike>, string]>([
  [{ unsure: 'not read' }, `Receipt 7 looks similar, not read yet: sent before ${by}`],
  [{ is_later: true, unsure: 'not compared' }, `Receipt 7 looks similar, not compared yet: sent later ${by}`],
  [
    { unsure: 'unreadable' },
    `Receipt 7 looks similar, but one of the two pictures couldn't be read: sent before ${by}`,
  ],
  [{ is_later: true, has_conflict: true }, `${hidden} like this one: same picture, cropped or edited, sent later`],
  [{ unsure: 'not read', has_conflict: true }, `${hidden} similar, not read yet: sent before`],
])(
  'D-51 D-107 a pair of which one picture is not read or compared yet is a hint with its own words: %j',
  (given, text) => {
    const similar = { ...lookAlike, same_receipt: 'picture', other_merchant: 'Kedai Runcit', ...given } as const
    expect(allTexts({}, { lookAlikes: [similar] })).toMatchObject([{ is_hint: true, text }])
  },
)

test('D-51 the fifth receipt of a member within an hour makes all five a burst; a sixth one later is not', async () => {
  const { deps } = server
  const userId = (await createMember(deps)).id
  const sent = []
  for (const minutes of [0, 15, 15, 15, 14, 90]) {
    server.travel(minutes * 60_000)
    sent.push((await createSubmission(deps, { userId })).id)
  }
  desk = await people.reviewer()
  const kinds = await Promise.all(sent.map(async (id) => (await desk.signals(id)).map(({ kind }) => kind)))
  expect(kinds).toEqual([['burst'], ['burst'], ['burst'], ['burst'], ['burst'], []])
})

test('D-51 the desk knows the usual amount of a merchant’s latest 200 receipts, its people and suspended members', async () => {
  const { deps } = server
  const [member, merchant] = [await createMember(deps), await createMerchant(deps)]
  for (let at = 0; at < 20; at += 1) {
    const { id } = await createSubmission(deps, { merchantId: merchant.id, amountSen: 100 * (at + 1) })
    await decide(deps, desk.id, { id, status: 'approved' })
  }
  const { id } = await createSubmission(deps, { merchantId: merchant.id, userId: member.id, amountSen: 7201 })
  const belongs = 'INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $3)'
  await rowsOf(server, belongs, merchant.id, member.email, emailKey(member.email))
  await suspend(deps, member.id)
  const { data } = await desk.show(id)
  expect(data.signals.map(({ kind }) => kind)).toEqual(['suspended', 'own_shop', 'unusual_amount'])
  expect(data.signals.at(-1)?.text).toContain('RM\u202f18.00')
  expect(data.recent).toMatchObject({ sent: 0, approved: 0, rejected: 0, of_member: [] })
  expect(data.recent.of_merchant.map(({ purchase_amount }) => purchase_amount).slice(0, 2)).toEqual(['20.00', '19.00'])
  expect(data.recent.of_merchant).toHaveLength(8)
})

test('D-51 the desk shows the member’s earlier receipts, latest first, with their status', async () => {
  const { deps } = server
  const userId = (await createMember(deps, { name: 'Siti' })).id
  const made = []
  for (const _ of [1, 2, 3]) made.push((await createSubmission(deps, { userId })).id)
  await desk.approve(made[0] ?? 0)
  await desk.reject(made[1] ?? 0, 'Blurred')
  const { data } = await desk.show(made[2] ?? 0)
  expect(data.recent).toMatchObject({ sent: 2, approved: 1, rejected: 1 })
  expect(data.recent.of_member).toMatchObject([
    { id: made[1], status: 'rejected', member: 'Siti', merchant: 'Kopi Kita', purchase_amount: '25.00' },
    { id: made[0], status: 'approved' },
  ])
})

test('D-51 a look-alike comes with its picture, to be compared side by side', async () => {
  const photo = await createRandomPhoto()
  const first = await createSubmission(server.deps, { photo })
  const { id } = await createSubmission(server.deps, { photo })
  const picture = (await desk.signals(id)).find(({ submission_id }) => submission_id === first.id)?.picture
  expect(picture).toMatchObject({ width: 60, height: 120 })
  expect(await contentType(picture?.url)).toBe('image/webp')
})

test('S-7.09 D-51 the desk shows the typed facts, the member, the merchant and the picture', async () => {
  const { deps } = server
  const merchant = await createMerchant(deps)
  const made = await createSubmission(deps, { merchantId: merchant.id, amountSen: 1250 })
  const { data } = await desk.renew(made.id)
  expect(data).toMatchObject({
    id: made.id,
    status: 'pending',
    purchase_amount: '12.50',
    invoice_no: made.invoiceNo,
    member: { id: made.userId, name: expect.any(String), email: expect.stringContaining('@') },
    merchant: { id: merchant.id, name: merchant.name, address: merchant.address, category: expect.any(String) },
    picture: { width: 60, height: 120, placeholder: expect.stringMatching(/^data:/) },
    stamps_on_approval: 1,
  })
  expect(await contentType(data.picture?.url)).toBe('image/webp')
})

test('D-51 a receipt sent during a suspension keeps its signal after the suspension has ended', async () => {
  const { deps } = server
  const userId = (await createMember(deps)).id
  const before = await createSubmission(deps, { userId })
  server.travel(1000)
  const text = `INSERT INTO suspensions (user_id, operator_id, reason, created_at, ended_at) VALUES ($1, $2, 'Two copies', $3, $4)`
  const [since, until] = [deps.now(), new Date(deps.now().getTime() + 60_000)]
  await rowsOf(server, text, userId, desk.id, since, until)
  server.travel(1000)
  const during = await createSubmission(deps, { userId })
  server.travel(120_000)
  expect(await signalsOf(during.id)).toEqual([['suspended', null]])
  expect(await signalsOf(before.id)).toEqual([])
})

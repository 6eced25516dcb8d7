import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { emailKey } from '@stampus/contract/values/emails'
import { beforeEach, expect, test } from 'vitest'
import { createMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { decide } from '../decisions/decisions.service.ts'
import type { Circumstances, Evidence, LookAlike } from './evidence.store.ts'
import { buildSignals } from './signals.ts'

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
beforeEach(async () => {
  desk = await people.reviewer()
})

const signalsOf = async (id: number) =>
  (await desk.renew(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 the same invoice is a signal: from any member, on any date, with leading zeros; at another merchant, which is named, only with the same date and amount', async () => {
  const { deps } = server
  const { merchantId, ...first } = await insertReceipt(deps)
  const invoiceNo = `00${first.invoiceNo}`
  const other = await insertReceipt(deps, { merchantId, invoiceNo })
  const lastWeek = addDays(dayIn(deps.config.TIME_ZONE, deps.now()), -7)
  const own = await insertReceipt(deps, { merchantId, userId: first.userId, invoiceNo, date: lastWeek })
  const { id: elsewhere } = await createMerchant(deps, { name: 'Kedai Runcit Cahaya' })
  await insertReceipt(deps, { merchantId: elsewhere, invoiceNo, amountSen: 1111 })
  const alike = await insertReceipt(deps, { merchantId: elsewhere, invoiceNo })
  expect(await signalsOf(first.id)).toEqual([alike, own, other].map(({ id }) => ['same_invoice', id]))
  const text = (await desk.signals(first.id)).find(({ submission_id }) => submission_id === alike.id)?.text
  expect(text).toMatch(
    /: invoice \d+ with the same date and amount, sent .* at Kedai Runcit Cahaya by another member on /,
  )
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

const campusDay = { created_at: new Date('2026-11-11T17:00:00Z') }
const usual = { usual_sen: 1000, usual_of: 20 }
const usualText = 'unusual_amount: Unusual amount: 90% of receipts from Kopi Kita are at most RM\u202f10.00'
const late = 'sent_late: Sent 31 days after the purchase'
const suspended_at = new Date('2026-11-12T17:00:00Z')
test.each<[string, Partial<typeof facts>, Partial<Circumstances>, string[]]>([
  ['two withdrawals', {}, { withdrawn: 2 }, []],
  ['three withdrawals', {}, { withdrawn: 3 }, ['often_withdrawn: The member withdrew 3 receipts within 30 days']],
  ['RM 500.00', { amount_sen: 50_000 }, {}, []],
  ['more', { amount_sen: 50_001 }, {}, ['large_amount: The amount is above RM\u202f500.00']],
  ['30 days after the purchase', { purchase_date: '2026-10-12' }, {}, []],
  ['31 days', { purchase_date: '2026-10-11' }, {}, [late]],
  ['31 days on the campus', { purchase_date: '2026-10-12', ...campusDay }, {}, [late]],
  ['four times the usual amount', { amount_sen: 4000 }, usual, []],
  ['more, with 19 receipts known', { amount_sen: 4001 }, { ...usual, usual_of: 19 }, []],
  ['more, with 20 known', { amount_sen: 4001 }, usual, [usualText]],
  ['a member of the shop', {}, { is_own_shop: true }, ['own_shop: The member belongs to Kopi Kita']],
  ['four receipts in an hour', {}, { at_once: 4 }, []],
  ['five', {}, { at_once: 5 }, ['burst: One of 5 receipts that the member sent in an hour']],
  ['suspended since', {}, { suspended_at }, ['suspended: The member has been suspended since 13 Nov 2026']],
  ['suspended then', {}, { suspended_at: facts.created_at }, ['suspended: Sent while the member was suspended']],
])('D-45 D-51 D-102 signals: %s', (_what, given, found, signals) => {
  const texts = allTexts(given, { circumstances: { ...calm, ...found } }).map(({ kind, text }) => `${kind}: ${text}`)
  expect(texts).toEqual(signals)
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
  const duplicate = 'Possible duplicate of receipt 7'
  const sent = 'sent before by another member on 12 Sep 2026 (approved)'
  const rest = { submission_id: 7, picture: null, is_hint: false }
  expect(allTexts({}, { lookAlikes: [{ ...both, same_member: false }] })).toEqual([
    { kind: 'same_invoice', text: `${duplicate}: invoice 123 at Kopi Kita, ${sent}`, ...rest },
    { kind: 'same_file', text: `${duplicate}: same picture, ${sent}`, ...rest },
  ])
  const [own] = allTexts({}, { lookAlikes: [{ ...both, same_member: true }] }, { ...rules, TIME_ZONE: 'UTC' })
  const bySame = 'sent before by the same member on 11 Sep 2026 (approved)'
  expect(own?.text).toBe(`${duplicate}: invoice 123 at Kopi Kita, ${bySame}`)
})

test('D-51 a receipt is signalled as late only after half of the allowed age', () => {
  expect(allTexts({ purchase_date: '2018-03-03' }, {}, { ...rules, MAX_RECEIPT_AGE_DAYS: 36_500 })).toEqual([])
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
    sent.push((await insertReceipt(deps, { userId })).id)
  }
  desk = await people.reviewer()
  const kinds = await Promise.all(sent.map(async (id) => (await desk.signals(id)).map(({ kind }) => kind)))
  expect(kinds).toEqual([['burst'], ['burst'], ['burst'], ['burst'], ['burst'], []])
})

test('D-51 the desk knows the usual amount of a merchant’s latest 200 receipts, its people and suspended members, and shows earlier receipts, latest first', async () => {
  const { deps } = server
  const [member, merchant] = [await createMember(deps, { name: 'Siti' }), await createMerchant(deps)]
  for (let at = 0; at < 20; at += 1) {
    const { id } = await insertReceipt(deps, { merchantId: merchant.id, amountSen: 100 * (at + 1) })
    await decide(deps, desk.id, { id, status: 'approved' })
  }
  const own = { userId: member.id }
  const [approved, rejected] = [await insertReceipt(deps, own), await insertReceipt(deps, own)]
  await desk.approve(approved.id)
  await desk.reject(rejected.id, 'Blurred')
  const { id } = await insertReceipt(deps, { ...own, merchantId: merchant.id, amountSen: 7201 })
  const belongs = 'INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $3)'
  await rowsOf(server, belongs, merchant.id, member.email, emailKey(member.email))
  await suspend(deps, member.id)
  const { signals, recent } = (await desk.show(id)).data
  expect(signals.map(({ kind }) => kind)).toEqual(['suspended', 'own_shop', 'unusual_amount'])
  expect(signals.at(-1)?.text).toContain('RM\u202f18.00')
  expect(recent).toMatchObject({ sent: 2, approved: 1, rejected: 1 })
  expect(recent.of_member).toMatchObject([
    { id: rejected.id, status: 'rejected', member: 'Siti', merchant: 'Kopi Kita', purchase_amount: '25.00' },
    { id: approved.id, status: 'approved' },
  ])
  expect(recent.of_merchant.map(({ purchase_amount }) => purchase_amount).slice(0, 2)).toEqual(['20.00', '19.00'])
  expect(recent.of_merchant).toHaveLength(8)
})

test('S-7.09 D-51 the desk shows the typed facts, the member, the merchant and the picture, that of a look-alike too', async () => {
  const { deps } = server
  const merchant = await createMerchant(deps)
  const made = await createSubmission(deps, { merchantId: merchant.id, amountSen: 1250 })
  const lookAlike = await insertReceipt(deps, { merchantId: merchant.id, invoiceNo: made.invoiceNo })
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
  const [signal] = await desk.signals(lookAlike.id)
  expect(signal?.picture).toMatchObject({ width: 60, height: 120 })
  for (const url of [data.picture?.url, signal?.picture?.url])
    expect((await server.app.inject({ url: url ?? '' })).headers['content-type']).toBe('image/webp')
})

test('D-51 a receipt sent during a suspension keeps its signal after the suspension has ended', async () => {
  const { deps } = server
  const userId = (await createMember(deps)).id
  const before = await insertReceipt(deps, { userId })
  server.travel(1000)
  const text = `INSERT INTO suspensions (user_id, operator_id, reason, created_at, ended_at) VALUES ($1, $2, 'Two copies', $3, $4)`
  const [since, until] = [deps.now(), new Date(deps.now().getTime() + 60_000)]
  await rowsOf(server, text, userId, desk.id, since, until)
  server.travel(1000)
  const during = await insertReceipt(deps, { userId })
  server.travel(120_000)
  expect(await signalsOf(during.id)).toEqual([['suspended', null]])
  expect(await signalsOf(before.id)).toEqual([])
})

test('D-45 D-51 D-107 only the later of two receipts is suspect, and the earlier once the later one is approved, but not if that was rejected', async () => {
  const photo = randomUUID()
  const first = await insertReceipt(server.deps, { photo })
  server.travel(1000)
  const second = await insertReceipt(server.deps, { photo })
  const expectSignal = async (id: number, is_hint: boolean, text: string) =>
    expect(await desk.signals(id)).toMatchObject([{ is_hint, text: expect.stringMatching(new RegExp(text)) }])
  const duplicateOf = (id: number) => `^Possible duplicate of receipt ${id}: same picture`
  const neutral = `^Receipt ${second.id} looks like this one: same picture, sent later at`
  await expectSignal(second.id, false, `${duplicateOf(first.id)}, sent before at .* \\(pending\\)$`)
  await expectSignal(first.id, true, `${neutral} .* \\(pending\\)$`)
  expect((await desk.approve(second.id)).status).toBe(201)
  await expectSignal(first.id, false, `${duplicateOf(second.id)}, sent later at .* \\(approved\\)$`)
  await desk.undo(second.id)
  await desk.reject(second.id, 'The same picture')
  await expectSignal(first.id, true, `${neutral} .* \\(rejected\\)$`)
})

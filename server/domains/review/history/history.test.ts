import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createReward } from '../../../../tests/support/api/rewards.ts'
import { createRandomPhoto, createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('D-52 the history of a submission shows everything that happened to it: who, when and why; that of an unknown one is a 404', async () => {
  const { deps } = server
  const [desk, manager] = [await people.reviewer(), await people.manager({ name: 'Tan Mei Fong' })]
  const [{ id, userId, merchantId, invoiceNo }, other] = [await insertReceipt(deps), await insertReceipt(deps)]
  await desk.escalate(id, 'Odd stamp')
  const corrections = { merchant_id: other.merchantId, invoice_number: '13' }
  expect((await manager.decide({ id, status: 'approved', corrections })).status).toBe(201)
  await manager.undo(id)
  await manager.reject(id, 'Too dark')
  await makeAppeal(deps, { userId, submissionId: id, message: 'Look again <b>' })
  await manager.answer((await manager.appeals()).data[0]?.id ?? 0, 'kept', 'It stays.')
  const corrected = await insertReceipt(deps, { userId, merchantId, corrects: id })
  const data = await desk.history(id)
  const operator = { id: manager.id, name: 'Tan Mei Fong' }
  const answer = { outcome: 'kept', text: 'It stays.', operator, created_at: INSTANT }
  const picture = { url: expect.stringMatching(/^\/files\/receipts\//), placeholder: expect.any(String) }
  expect(data).toMatchObject({
    ...{ id, status: 'rejected', rejection_reason: 'Too dark', corrects: null, corrected_by: [corrected.id] },
    member: { id: userId, name: 'Aina Rahman', email: expect.stringContaining('@') },
    merchant: { id: merchantId, name: 'Kopi Kita' },
    picture: { ...picture, width: 60, height: 120 },
    appeal: { message: 'Look again <b>', created_at: INSTANT, answer },
    decisions: [
      { status: 'approved', stamps: 2, operator, taken_back: { operator, created_at: INSTANT, reversal: null } },
      { status: 'rejected', stamps: 0, reason: 'Too dark', operator, created_at: INSTANT, taken_back: null },
    ],
  })
  expect(data.decisions[0]?.corrections.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'invoice_number', typed: invoiceNo, corrected: '13' },
    { field: 'merchant_id', typed: 'Kopi Kita', corrected: 'Kopi Kita' },
  ])
  const by = { id: desk.id, name: 'Devi Nair' }
  expect(data.escalation).toEqual({ note: 'Odd stamp', created_at: INSTANT, operator: by })
  expect(data.ledger.map(({ kind, stamps }) => `${kind} ${stamps}`)).toEqual(['undo -2', 'approval 2'])
  expect((await desk.call('GET', '/submissions/999999999/history')).status).toBe(404)
})

test('D-43 D-55 a manager downloads the original file as an attachment, which is audited', async () => {
  const photo = await createRandomPhoto()
  const { id, userId } = await createSubmission(server.deps, { photo })
  const manager = await people.manager()
  const signedIn = await createOperatorSession(server.deps, manager)
  const take = () => server.app.inject({ url: `/api/console/submissions/${id}/original`, headers: signedIn })
  const { statusCode, headers, rawPayload } = await take()
  expect([statusCode, rawPayload.equals(photo)]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="receipt-${id}.jpg"`,
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const audit = "SELECT operator_id FROM audit_entries WHERE subject_kind = 'submission' AND subject_id = $1"
  expect(await rowsOf(server, audit, id)).toEqual([{ operator_id: manager.id }])
  const remove = 'SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL'
  await rowsOf(server, `UPDATE submissions ${remove} WHERE user_id = $1`, userId)
  expect((await take()).statusCode).toBe(404)
})

test('D-45 D-51 D-90 the desk shows the appeal, the rejection and its reason for a reopened receipt until it is decided, also after an undone decision; it is never offered in bulk', async () => {
  const { desk, manager } = operators
  const { id, userId } = await operators.decided('rejected')
  await makeAppeal(server.deps, { userId, submissionId: id, message: 'The total can be read.' })
  const appeal = (await manager.appeals()).data.find(({ item }) => item.id === id)
  expect((await manager.answer(appeal?.id ?? 0, 'reopened', 'You are right.')).status).toBe(201)
  const { data } = await desk.renew(id)
  expect(data.reopened).toEqual({
    by: 'appeal',
    operator: 'Tan Mei Fong',
    created_at: INSTANT,
    words: 'You are right.',
    appeal: { message: 'The total can be read.', created_at: INSTANT },
    decision: {
      status: 'rejected',
      reason: 'Too dark',
      notes: null,
      operator: (await operators.history(id)).decisions[0]?.operator.name,
      decided_at: INSTANT,
    },
  })
  expect(data.signals.map(({ text }) => text)).toEqual(['Reopened by an appeal: read what the member wrote'])
  expect(await desk.offered()).not.toContain(id)
  await desk.approve(id)
  expect((await desk.show(id)).data.reopened).toBeNull()
  expect((await desk.undo(id)).data.reopened).toMatchObject({ by: 'appeal' })
  const plain = (await insertReceipt(server.deps)).id
  await desk.approve(plain)
  expect((await desk.undo(plain)).data.reopened).toBeNull()
})

test('D-45 the desk shows the reason and the earlier decision for a receipt sent back by a reversal, of several the last one', async () => {
  const { id } = await operators.decided('approved')
  const words = 'The invoice is of another shop.'
  await operators.reverse(id, { status: 'pending', reason: words })
  const { data } = await operators.desk.show(id)
  const decision = { status: 'approved', reason: null }
  expect(data.reopened).toMatchObject({ by: 'reversal', operator: 'Tan Mei Fong', words, appeal: null, decision })
  expect(data.signals.map(({ kind }) => kind)).toEqual(['reopened'])
  await operators.desk.reject(id, 'Too dark')
  server.travel(10_001)
  await operators.reverse(id, { status: 'pending', reason: 'It can be read.' })
  const last = { words: 'It can be read.', decision: { status: 'rejected', reason: 'Too dark' } }
  expect((await operators.desk.show(id)).data.reopened).toMatchObject(last)
})

/** A receipt of the member, typed as RM 25.00 and approved with this amount. */
async function corrected(userId: number, purchase_amount: string) {
  const desk = await people.reviewer()
  const { id } = await insertReceipt(server.deps, { userId })
  expect((await desk.decide({ id, status: 'approved', corrections: { purchase_amount } })).status).toBe(201)
  server.travel(2 * 3_600_000)
  return id
}

/** What the desk shows of this member's next receipt, and whether it is offered in bulk. */
async function next(userId: number) {
  const desk = await people.reviewer()
  const { id } = await insertReceipt(server.deps, { userId })
  const { recent, signals } = (await desk.show(id)).data
  const isOffered = (await desk.offered()).includes(id)
  await desk.reject(id, 'Blurred')
  server.travel(2 * 3_600_000)
  return { corrected: recent.corrected, signals: signals.map(({ kind, text }) => [kind, text]), isOffered }
}

test('D-51 the desk shows how often and by how much a member was corrected; three lowered amounts in 60 days, none undone or reversed, are a signal', async () => {
  const userId = (await people.member()).id
  const none = { receipts: 0, lowered: 0, lowered_by: '0.00', raised: 0, raised_by: '0.00' }
  expect(await next(userId)).toEqual({ corrected: none, signals: [], isOffered: true })
  for (const amount of ['20.00', '26.00', '24.50']) await corrected(userId, amount)
  const desk = await people.reviewer()
  const undone = await insertReceipt(server.deps, { userId })
  await desk.decide({ id: undone.id, status: 'approved', corrections: { purchase_amount: '20.00' } })
  await desk.undo(undone.id)
  await desk.reject(undone.id, 'Blurred')
  const two = { receipts: 3, lowered: 2, lowered_by: '5.50', raised: 1, raised_by: '1.00' }
  expect(await next(userId)).toEqual({ corrected: two, signals: [], isOffered: true })
  const text = 'The member typed too high an amount 3 times in 60 days, by RM\u202f15.50 in total'
  const three = {
    corrected: { receipts: 4, lowered: 3, lowered_by: '15.50', raised: 1, raised_by: '1.00' },
    signals: [['often_corrected', text]],
    isOffered: false,
  }
  const reversed = await corrected(userId, '15.00')
  expect(await next(userId)).toEqual(three)
  const { reverse } = await createReversalDesks(server)
  expect((await reverse(reversed, { status: 'rejected' })).status).toBe(201)
  expect(await next(userId)).toEqual({ corrected: two, signals: [], isOffered: true })
  await corrected(userId, '15.00')
  expect(await next(userId)).toEqual(three)
  expect((await next((await people.member()).id)).signals).toEqual([])
  server.travel(60 * 86_400_000)
  expect(await next(userId)).toMatchObject({ corrected: { lowered: 3 }, signals: [], isOffered: true })
})

test('R-3.07 a receipt of the merchant and day of a used voucher carries a signal, and no other receipt does', async () => {
  const { deps } = server
  const [desk, manager, member] = [await people.reviewer(), await people.manager(), await people.member({ stamps: 10 })]
  const { id: merchant_id } = await createMerchant(deps)
  const reward = await createReward(deps, { merchant_id })
  const { data: voucher } = await member.claim(reward)
  await member.claim(reward)
  const receipt = { userId: member.id, merchantId: merchant_id }
  const { id } = await insertReceipt(deps, receipt)
  const others = [
    await insertReceipt(deps, { userId: member.id }),
    await insertReceipt(deps, { ...receipt, date: addDays(dayIn('Asia/Kuala_Lumpur', deps.now()), -1) }),
    await insertReceipt(deps, { merchantId: merchant_id }),
  ]
  const textsOf = async (of: number) => (await desk.renew(of)).data.signals.map(({ kind, text }) => `${kind}: ${text}`)
  expect(await textsOf(id)).toEqual([])
  await member.handOver(voucher, manager)
  expect(await textsOf(id)).toEqual(['reward_used: A reward was used here that day'])
  for (const other of others) expect(await textsOf(other.id)).toEqual([])
  const words = { state: 'used', reason: 'Not handed over.', stamps_back: true }
  await manager.call('POST', `/vouchers/${voucher.id}/void`, words)
  expect(await textsOf(id)).toEqual([])
})

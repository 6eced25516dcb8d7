import type { SubmissionRow } from '@stampus/contract/console/submissions'
import type { Meta } from '@stampus/contract/fields'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt, insertRejectedCopies } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../submissions.service.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '36500' })
let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  desk = await createDesk(server)
})

type List = { status: number; message: string; errors: Record<string, string[]>; data: SubmissionRow[]; meta: Meta }

type Query = Record<string, string | number>
const search = (query: Query) =>
  desk.call<List>('GET', `/submissions?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)
const found = async (query: Query) => (await search(query)).data.map(({ id }) => id)
/** Expects of each of these filters what it finds among the receipts of another one. */
async function expectFound(of: Query, filters: readonly (readonly [Query, number[]])[]) {
  for (const [query, ids] of filters) expect([query, await found({ ...of, ...query })]).toEqual([query, ids])
}

test('D-52 operators find submissions by merchant, person, invoice, status and dates, newest first', async () => {
  const { deps } = server
  const [merchant, member] = [await createMerchant(deps), await createMember(deps, { name: 'Zúlaikha 100% Ali' })]
  const given = { merchantId: merchant.id, userId: member.id }
  const first = await insertReceipt(deps, { ...given, invoiceNo: '00077123', date: '2026-11-01' })
  const second = await insertReceipt(deps, { ...given, amountSen: 990 })
  const elsewhere = await insertReceipt(deps)
  await desk.approve(first.id)
  await server.sql(`UPDATE submissions SET created_at = '2026-11-02T16:30:00Z' WHERE id = $1`, [first.id])
  const of = { merchant_id: merchant.id }
  const [one, other, both] = [[first.id], [second.id], [second.id, first.id]]
  expect(await found({ member_id: member.id })).toEqual(both)
  await expectFound(of, [
    [{}, both],
    [{ person: 'laikha 100% a' }, both],
    [{ person: member.email.toUpperCase() }, both],
    [{ person: 'laikha%Ali' }, []],
    [{ number: ' 77123' }, one],
    [{ status: 'approved' }, one],
    [{ amount_from: '9.90', amount_to: '24.99' }, other],
    [{ amount_from: '25' }, one],
    [{ purchased_on: '2026-11-01' }, one],
    // Half past midnight of the 3rd on the campus.
    [{ received_from: '2026-11-03', received_to: '2026-11-03' }, one],
    [{ received_to: '2026-11-02' }, []],
    [{ received_from: '2026-11-04' }, other],
  ])
  expect(await found({})).toContain(elsewhere.id)
  expect((await search({ ...of, status: 'approved' })).data).toEqual([
    {
      ...{ id: first.id, status: 'approved', purchase_date: '2026-11-01', purchase_amount: '25.00', stamps: 2 },
      ...{ invoice_no: '00077123', created_at: '2026-11-02T16:30:00.000Z' },
      ...{ decided_at: expect.any(String), held_by: null },
      member: { id: member.id, name: member.name, email: member.email },
      merchant: { id: merchant.id, name: merchant.name },
    },
  ])
})

test('D-52 a number finds the receipt with that id and invoices with that number; after # or “receipt” only the id', async () => {
  const { deps } = server
  const own = await insertReceipt(deps)
  const invoice = await insertReceipt(deps, { invoiceNo: `00${own.id}` })
  expect(await found({ number: own.id })).toEqual([invoice.id, own.id])
  for (const alone of [`#${own.id}`, `Receipt ${own.id}`, ` receipt #0${own.id}`])
    expect(await found({ number: alone }), alone).toEqual([own.id])
  expect(await found({ number: `#${'9'.repeat(30)}` })).toEqual([])
  const longest = await insertReceipt(deps, { invoiceNo: '9'.repeat(30) })
  expect(await found({ number: '9'.repeat(30) })).toEqual([longest.id])
})

test('D-52 escalated and appealed receipts can be found, whatever their status', async () => {
  const { deps } = server
  const { merchantId, id: plain } = await insertReceipt(deps)
  const send = () => insertReceipt(deps, { merchantId })
  const [escalated, appealed] = [await send(), await send()]
  await desk.escalate(escalated.id, 'Is this a till slip?')
  await desk.reject(appealed.id, 'Unreadable')
  await makeAppeal(deps, { userId: appealed.userId, submissionId: appealed.id, message: 'It is not.' })
  const of = { merchant_id: merchantId }
  expect(await found({ ...of, raised: 'escalated' })).toEqual([escalated.id])
  expect(await found({ ...of, raised: 'appealed' })).toEqual([appealed.id])
  expect(await found(of)).toEqual([appealed.id, escalated.id, plain])
})

test('D-52 merchants for the filter are found by a part of the name, or by id', async () => {
  const { deps } = server
  const [inner, first] = [
    await createMerchant(deps, { name: 'Kedai Ciku' }),
    await createMerchant(deps, { name: 'Ciku & Co', is_active: false }),
  ]
  const names = async (query: string) => (await desk.call<{ data: object[] }>('GET', `/merchant-choices?${query}`)).data
  expect(await names('search=cikù')).toEqual([
    { id: first.id, name: 'Ciku & Co' },
    { id: inner.id, name: 'Kedai Ciku' },
  ])
  expect(await names(`id=${inner.id}`)).toEqual([{ id: inner.id, name: 'Kedai Ciku' }])
})

test('D-52 an invalid filter is rejected with a message', async () => {
  const answer = await search({ number: 'INV-7', received_from: '2026-02-30', status: 'lost' })
  expect([answer.status, answer.errors]).toEqual([
    422,
    { number: [texts.invalidReceiptNumber], received_from: [texts.invalidDate], status: [texts.invalidChoice] },
  ])
  expect((await search({ purchased_on: '0000-01-01' })).errors).toEqual({ purchased_on: [texts.invalidDate] })
  expect((await search({ received_to: '9999-12-31', page: 1000 })).status).toBe(200)
})

test('D-52 D-34 the list has pages of 25 that name the next page', async () => {
  const { userId, merchantId } = await insertReceipt(server.deps)
  await insertRejectedCopies(server.deps, merchantId, 30)
  const pageOf = (page: number) => search({ merchant_id: merchantId, page })
  const [first, second] = [await pageOf(1), await pageOf(2)]
  expect([first.data.length, first.meta.has_more]).toEqual([25, true])
  expect([second.data.length, second.meta.has_more]).toEqual([6, false])
  const all = [...first.data, ...second.data]
  expect(new Set(all.map(({ id }) => id)).size).toBe(31)
  expect(all.every(({ member }) => member.id === userId)).toBe(true)
})

test('D-52 D-92 a deleted member has no email address here, and is not found by its placeholder', async () => {
  const { id, userId } = await insertReceipt(server.deps)
  await server.sql(
    "UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, deleted_at = now() WHERE id = $1",
    [userId],
  )
  const { data } = await search({ member_id: userId })
  expect(data[0]?.member).toEqual({ id: userId, name: 'Deleted member', email: null })
  expect(await found({ person: 'Deleted member' })).not.toContain(id)
})

test('D-52 operators find decisions by period, operator and reason', async () => {
  const { deps } = server
  const merchant = await createMerchant(deps)
  const other = await createDesk(server)
  const make = async () => (await insertReceipt(deps, { merchantId: merchant.id })).id
  const [approved, blurred, own, pending] = [await make(), await make(), await make(), await make()]
  await desk.approve(approved)
  await other.decide({ id: blurred, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  await other.reject(own, 'Torn')
  await other.approve(pending)
  await other.undo(pending)
  const of = { merchant_id: merchant.id }
  await server.sql(`UPDATE submissions SET decided_at = '2026-11-02T16:30:00Z' WHERE id = $1`, [blurred])
  await server.sql(`UPDATE submissions SET decided_at = '2026-10-02T16:30:00Z' WHERE id = ANY($1)`, [[approved, own]])
  await expectFound(of, [
    [{ decided_from: '2026-11-03', decided_to: '2026-11-03' }, [blurred]],
    [{ decided_to: '2026-11-02' }, [own, approved]],
    [{ operator_id: desk.id }, [approved]],
    [{ operator_id: other.id }, [own, blurred]],
    [{ reason: 'unreadable' }, [blurred]],
    [{ reason: 'own_words' }, [own]],
  ])
  const query = `merchant_id=${merchant.id}&operator_id=${other.id}&reason=unreadable`
  const rows = (await desk.file(`/submissions/export?${query}`)).trim().split('\r\n')
  expect(rows.map((row) => row.split(',')[0])).toEqual(['"id"', `"${blurred}"`])
  const choices = await desk.call<{ data: { id: number; name: string }[] }>('GET', '/operator-choices')
  expect(choices.data).toContainEqual({ id: other.id, name: 'Devi Nair' })
  expect((await search({ reason: 'mood', decided_from: 'x', operator_id: 'me' })).errors).toEqual({
    reason: [texts.invalidChoice],
    decided_from: [texts.invalidDate],
    operator_id: [expect.any(String)],
  })
})

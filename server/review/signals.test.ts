import { dayIn } from '@stampus/contract/days'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { aDesk } from '../testing/desk.ts'
import { aMerchant } from '../testing/merchants.ts'
import { aPhoto, aSubmission } from '../testing/submissions.ts'
import { signalsFor } from './signals.ts'

let server: TestApp
let desk: Awaited<ReturnType<typeof aDesk>>
beforeAll(async () => {
  server = await testApp()
  desk = await aDesk(server)
})
afterAll(() => server.close())

const WEEK_MS = 7 * 86_400_000

const signalsOf = async (id: number) =>
  (await desk.renew(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 the same invoice is a signal: of any member, on any date, with zeros in front', async () => {
  const { deps } = server
  const merchantId = (await aMerchant(deps)).id
  const lastWeek = dayIn(deps.config.TIME_ZONE, new Date(deps.now().getTime() - WEEK_MS))
  const first = await aSubmission(deps, { merchantId })
  const other = await aSubmission(deps, { merchantId, invoiceNo: `00${first.invoiceNo}` })
  const own = await aSubmission(deps, {
    merchantId,
    userId: first.userId,
    invoiceNo: first.invoiceNo,
    date: lastWeek,
  })
  await aSubmission(deps, { invoiceNo: first.invoiceNo })
  expect(await signalsOf(first.id)).toEqual([
    ['same_invoice', own.id],
    ['same_invoice', other.id],
  ])
})

test('D-51 the same file is a signal at any merchant; a lone receipt has none', async () => {
  const photo = await aPhoto()
  const first = await aSubmission(server.deps, { photo })
  const again = await aSubmission(server.deps, { photo, invoiceNo: first.invoiceNo })
  const alone = await aSubmission(server.deps)
  expect(await signalsOf(again.id)).toEqual([['same_file', first.id]])
  expect(await signalsOf(alone.id)).toEqual([])
})

const rules = { TIME_ZONE: 'Asia/Kuala_Lumpur', LARGE_AMOUNT_SEN: 50_000, CURRENCY: 'RM' }

test('D-45 an amount above RM 500 is a signal, RM 500.00 is none', () => {
  const row = { invoice_no: '123', merchant_name: 'Kopi Kita' }
  expect(signalsFor({ ...row, amount_sen: 50_000 }, [], rules)).toEqual([])
  expect(signalsFor({ ...row, amount_sen: 50_001 }, [], rules)).toEqual([
    { kind: 'large_amount', text: 'The amount is above RM\u202f500.00', submission_id: null },
  ])
})

test('D-51 a signal says in words who sent what, when, and what became of it', () => {
  const row = { invoice_no: '123', merchant_name: 'Kopi Kita', amount_sen: 1250 }
  const other = { id: 7, status: 'approved', sent_at: new Date('2026-11-11T17:00:00Z'), same_member: false } as const
  const both = { ...other, same_invoice: true, same_file: true }
  expect(signalsFor(row, [both], rules)).toEqual([
    {
      kind: 'same_invoice',
      text: 'Invoice 123 at Kopi Kita was also sent by another member on 12 Nov 2026 (approved)',
      submission_id: 7,
    },
    {
      kind: 'same_file',
      text: 'This very picture was also sent by another member on 12 Nov 2026 (approved)',
      submission_id: 7,
    },
  ])
  const [own] = signalsFor(row, [{ ...both, same_member: true }], { ...rules, TIME_ZONE: 'UTC' })
  expect(own?.text).toBe('Invoice 123 at Kopi Kita was also sent by the same member on 11 Nov 2026 (approved)')
})

test('S-7.09 D-51 the desk shows the typed facts, the member, the merchant and the picture', async () => {
  const { deps, app } = server
  const merchant = await aMerchant(deps)
  const made = await aSubmission(deps, { merchantId: merchant.id, amountSen: 1250 })
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
  expect((await app.inject({ url: data.picture?.url ?? '' })).headers['content-type']).toBe('image/webp')
})

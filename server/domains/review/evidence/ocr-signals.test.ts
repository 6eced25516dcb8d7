import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { dayIn } from '@stampus/contract/values/days'
import { afterAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { postForm } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, mockOcr, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { testApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import type { OcrResult, PaperKind } from '../../receipt-ocr/ocr-result.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const servers = {
  on: await testApp({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' }),
  off: await testApp({ RECEIPT_OCR: 'off' }),
}
const server = servers.on
afterAll(() => Promise.all(Object.values(servers).map((each) => each.close())))

type OcrFacts = Parameters<typeof createOcrResult>[0]

const DAY_MS = 86_400_000

/** The signals of a receipt of RM 25.00 typed for Kopi Kita, each on a new day, when its OCR result differs by `overrides`. */
async function signalsWhen(overrides: OcrFacts) {
  const { deps } = server
  server.travel(DAY_MS)
  const desk = await createDesk(server)
  const merchantId = (await createMerchant(deps, { name: 'Kopi Kita' })).id
  const { id, invoiceNo } = await createSubmission(deps, { merchantId, invoiceNo: '700144' })
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  await runOcrJob(
    deps,
    id,
    createOcrResult({ merchant: 'KOPI KITA', totalSen: 2500, date, invoice: invoiceNo, ...overrides }),
  )
  return (await desk.show(id)).data.signals.map(({ kind, text }) => [kind, text])
}

test('D-51 an OCR result that matches what was typed is no signal, and neither is a misread name', async () => {
  expect(await signalsWhen({})).toEqual([])
  for (const merchant of ['KOPl KlTA', 'K0PI KLTA', 'KDPI KITA SDN BHD'])
    expect(await signalsWhen({ merchant })).toEqual([])
})

test('D-51 another merchant on the picture is a signal, whether it is on the campus or not', async () => {
  await createMerchant(server.deps, { name: 'Gerbang Alaf' })
  expect(await signalsWhen({ merchant: 'GERBANG ALAF' })).toEqual([
    ['merchant_differs', 'The receipt seems to be from Gerbang Alaf, not Kopi Kita'],
  ])
  expect(await signalsWhen({ merchant: 'PERNIAGAAN LAIN' })).toEqual([
    ['merchant_differs', 'The receipt seems to be from PERNIAGAAN LAIN, not Kopi Kita'],
  ])
})

test('D-51 a merchant is only matched if no other one’s name fits the print better, further names included', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const kindsFor = async (typed: string, merchant: string) => {
    const merchantId = (await deps.db.pool.query(`SELECT id FROM merchants WHERE name = $1`, [typed])).rows[0].id
    const { id } = await createSubmission(deps, { merchantId })
    const date = dayIn(deps.config.TIME_ZONE, deps.now())
    await runOcrJob(deps, id, createOcrResult({ merchant, totalSen: 2500, date }))
    const { signals, reading } = (await desk.show(id)).data
    return [reading?.merchant.verdict, signals.find(({ kind }) => kind === 'merchant_differs')?.text]
  }
  for (const name of ['Pasir Mas Hardware Trading', 'Pasir Emas Hardware', 'Menara Delima', 'Menara Dalima'])
    await createMerchant(deps, { name })
  await deps.db.pool.query(
    `UPDATE merchants SET further_names = '{"Kedai Lama Bersatu","Delima Jaya"}' WHERE name = 'Menara Delima'`,
  )
  const other = (name: string, typed: string) => ['differs', `The receipt seems to be from ${name}, not ${typed}`]
  expect(await kindsFor('Pasir Mas Hardware Trading', 'PASIR EMAS HARDWARE')).toEqual(
    other('Pasir Emas Hardware', 'Pasir Mas Hardware Trading'),
  )
  expect(await kindsFor('Pasir Emas Hardware', 'PASIR EMAS HARDWARE')).toEqual(['fits', undefined])
  expect(await kindsFor('Menara Delima', 'KEDAI LAMA BERSATU')).toEqual(['fits', undefined])
  expect(await kindsFor('Menara Dalima', 'KEDAI LAMA BERSATU')).toEqual(other('Menara Delima', 'Menara Dalima'))
  await createMerchant(deps, { name: 'Pasir Emas Hardware' })
  expect(await kindsFor('Pasir Mas Hardware Trading', 'PASIR EMAS HARDWARE')).toEqual(
    other('Pasir Emas Hardware', 'Pasir Mas Hardware Trading'),
  )
})

const marked = (kind: PaperKind, text: string) => ({ paper: [{ kind, text }] })

test.each([
  [marked('quotation', 'SEBUT HARGA'), 'no_purchase', 'The paper seems to be a quotation (“SEBUT HARGA”)'],
  [marked('not a receipt', 'BUKAN RESIT'), 'no_purchase', 'The paper says that it is not a receipt (“BUKAN RESIT”)'],
  [marked('unpaid', 'NOT PAID'), 'no_purchase', 'The paper seems to be not paid (“NOT PAID”)'],
  [
    marked('reprint', '*REPRINT*'),
    'copy_or_slip',
    'The paper seems to be a reprint or copy (“*REPRINT*”): the original may have been sent too',
  ],
  [
    { sums: { total: 2500, fits: [], differs: [{ text: '3 × 5.00', sen: 1500 }] } },
    'sums_differ',
    'The total RM\u202f25.00 does not fit the receipt’s own numbers: 3 × 5.00 = RM\u202f15.00',
  ],
])('D-45 D-51 %j is a signal and keeps a receipt out of bulk approval', async (found, kind, text) => {
  const { deps } = server
  server.travel(DAY_MS)
  const desk = await createDesk(server)
  const merchantId = (await createMerchant(deps, { name: 'Kopi Kita' })).id
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const isOffered = async (more: Partial<OcrResult>) => {
    const { id } = await createSubmission(deps, { merchantId })
    await runOcrJob(deps, id, { ...createOcrResult({ merchant: 'KOPI KITA', totalSen: 2500, date }), ...more })
    const { signals } = (await desk.show(id)).data
    const { data } = await desk.call<PlainReceipts>('GET', '/bulk')
    return { signals: signals.map((one) => [one.kind, one.text]), offered: data.some((one) => one.id === id) }
  }
  expect(await isOffered(found)).toEqual({ signals: [[kind, text]], offered: false })
  expect(await isOffered({})).toEqual({ signals: [], offered: true })
})

test('D-51 another invoice number, another date and another amount are signals', async () => {
  expect(await signalsWhen({ invoice: '881299' })).toEqual([
    ['invoice_differs', 'The receipt seems to say invoice 881299, not 700144'],
  ])
  expect((await signalsWhen({ date: '2018-03-03' })).map(([kind]) => kind)).toEqual(['date_differs'])
  const [, words] = (await signalsWhen({ date: '2018-03-03' }))[0] ?? []
  expect(words).toMatch(/^The receipt seems to say 3 Mar 2018, not .*: more than 60 days before it was sent$/)
  const yesterday = dayIn(server.deps.config.TIME_ZONE, server.deps.now())
  expect((await signalsWhen({ date: yesterday }))[0]?.[1]).not.toContain('days before it was sent')
  expect(await signalsWhen({ totalSen: 2600 })).toEqual([
    ['amount_differs', 'The receipt seems to say RM\u202f26.00, not RM\u202f25.00'],
  ])
})

test('D-51 the desk shows whether OCR is done, pending, failed or found nothing', async () => {
  const { deps } = servers.on
  const desk = await createDesk(servers.on)
  const [waiting, broken, empty, legible] = [
    await createSubmission(deps),
    await createSubmission(deps),
    await createSubmission(deps),
    await createSubmission(deps),
  ]
  mockOcr(servers.on, new OcrError('time'))
  await handleOcrJob(deps)(broken.id)
  await runOcrJob(deps, empty.id, createOcrResult())
  await runOcrJob(deps, legible.id, createOcrResult({ totalSen: 2500 }))
  const stateOf = async ({ id }: { id: number }) => {
    const { reading_state, reading } = (await desk.show(id)).data
    return [reading_state, reading === null]
  }
  expect(await stateOf(waiting)).toEqual(['pending', true])
  expect(await stateOf(broken)).toEqual(['failed', true])
  expect(await stateOf(empty)).toEqual(['illegible', true])
  expect(await stateOf(legible)).toEqual(['read', false])
})

test('D-51 D-103 until the picture is read, the desk shows what was read before it was sent, never as a match', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const merchantId = (await createMerchant(deps, { name: 'Rumah Kopi Delima' })).id
  const member = await createSignedInMember(deps)
  const photo = await createRandomPhoto()
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const early = createOcrResult({ merchant: 'RUMAH KOPI DELIMA', totalSen: 3710, date })
  mockOcr(server, { ...early, paper: [{ kind: 'unpaid', text: 'NOT PAID' }] })
  const receipt_image = new File([new Uint8Array(photo)], 'receipt.jpg', { type: 'image/jpeg' })
  await postForm(server, '/readings', { receipt_image }, member.headers)
  const sent = await createSubmission(deps, { userId: member.id, merchantId, photo })
  const other = await createSubmission(deps, { merchantId, photo })
  const { data } = await desk.show(sent.id)
  expect(data).toMatchObject({ reading_state: 'pending', reading: null })
  expect(data.early_reading).toMatchObject({
    purchase_amount: { verdict: 'differs', read: '37.10' },
    merchant: { verdict: 'filled_in', read: 'Rumah Kopi Delima' },
    purchase_date: { verdict: 'filled_in', read: date },
  })
  const text =
    'Read before it was sent: The paper seems to be not paid (“NOT PAID”). The receipt seems to say RM\u202f37.10, not RM\u202f25.00'
  expect(data.signals.filter(({ kind }) => kind === 'early_reading').map((signal) => signal.text)).toEqual([text])
  expect((await desk.show(other.id)).data).toMatchObject({ early_reading: null })
  const bulk = await desk.call<PlainReceipts>('GET', '/bulk')
  expect(bulk.data.filter(({ id }) => id === sent.id)).toEqual([])
  await handleOcrJob(deps)(sent.id)
  const read = (await desk.show(sent.id)).data
  expect(read).toMatchObject({ reading_state: 'read', early_reading: null })
  expect(read.signals.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['no_purchase', 'amount_differs']))
})

test('D-51 with OCR off, the desk shows that state and no OCR result', async () => {
  const desk = await createDesk(servers.off)
  const { id } = await createSubmission(servers.off.deps)
  expect((await desk.show(id)).data).toMatchObject({ reading_state: 'off', reading: null })
})

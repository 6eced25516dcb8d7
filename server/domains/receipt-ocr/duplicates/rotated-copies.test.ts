import { dayIn } from '@stampus/contract/values/days'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, mockOcr, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'

const DAY = 24 * 60 * 60_000

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeEach(async () => {
  // So that no receipts of earlier tests are found.
  server.travel(91 * DAY)
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})

/** The number and day of a receipt bought some days ago. */
const bought = (invoice: string, daysAgo: number) => {
  const { config, now } = server.deps
  return { invoice, date: dayIn(config.TIME_ZONE, new Date(now().getTime() - daysAgo * DAY)) }
}
type Bought = ReturnType<typeof bought>

/** Two receipts whose pictures are compared first and which then get their OCR results. */
async function readBoth(both: [Buffer, Bought][]) {
  mockOcr(server, new Error('The disk is away'))
  const made: { id: number; facts: Bought }[] = []
  for (const [photo, facts] of both) {
    const typed = { photo, merchantId, amountSen: 1710, invoiceNo: facts.invoice, date: facts.date }
    const { id } = await createSubmission(server.deps, typed)
    await expect(handleOcrJob(server.deps)(id)).rejects.toThrow('away')
    made.push({ id, facts })
  }
  const [first = 0, second = 0] = made.map(({ id }) => id)
  expect(await lookAlikesOf(second)).toEqual([first])
  for (const { id, facts } of made)
    await runOcrJob(server.deps, id, createOcrResult({ ...facts, merchant: 'Kopi Kita', totalSen: 1710 }))
  return [first, second] as const
}

const lookAlikesOf = async (id: number) => {
  const { signals } = (await desk.show(id)).data
  return signals.filter(({ kind }) => kind === 'same_receipt').map(({ submission_id }) => submission_id)
}
const offered = async () => (await desk.call<{ data: { id: number }[] }>('GET', '/bulk')).data.map(({ id }) => id)
const rotatePhoto = (photo: Buffer, degrees: number) => sharp(photo).rotate(degrees).jpeg({ quality: 85 }).toBuffer()

test.each([90, 180, 270])(
  'D-45 D-51 a photo rotated by %i degrees with an edited number and date stays a signal and out of bulk',
  async (degrees) => {
    const [before, after] = [bought('70412', 8), bought('70655', 1)]
    const photo = await drawReceipt({ ...kopiKitaReceipt, ...before })
    const drawn = await editNumberAndDate(photo, { ...after, date: after.date.split('-').toReversed().join('/') })
    const [first, copy] = await readBoth([
      [photo, before],
      [await rotatePhoto(drawn, degrees), after],
    ])
    expect(await lookAlikesOf(copy)).toEqual([first])
    expect(await lookAlikesOf(first)).toEqual([copy])
    expect(await offered()).not.toContain(copy)
  },
)

test('D-51 a second purchase photographed on its side is no look-alike after OCR of both', async () => {
  const [before, after] = [bought('70412', 8), bought('70655', 1)]
  const [first, second] = await readBoth([
    [await drawReceipt({ ...kopiKitaReceipt, ...before }), before],
    [await rotatePhoto(await drawReceipt({ ...kopiKitaReceipt, ...after, time: '13:05' }), 90), after],
  ])
  expect(await lookAlikesOf(second)).toEqual([])
  expect(await lookAlikesOf(first)).toEqual([])
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { createPage, printed } from '../../../../tests/support/pictures/ocr-result.ts'
import { editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import type { Row } from '../../../platform/ocr/page.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import type { Numbers } from '../ocr-result.ts'
import { isSamePhoto } from './align-photos.ts'
import { toPhoto } from './compare-photos.ts'
import { areDifferentPurchases, numberSimilarity, toPurchase } from './compare-purchases.ts'
import { computeFingerprint } from './fingerprint.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const read = (numbers: string[], doubtful: string[] = []): Numbers => ({ numbers, doubtful })
const shared = ['1183154', '4.80', '2.20', '09/06/26', '16:00']
const few = ['4.80', '8.00', '9555023307724']
const receipt = read([...shared, '9555023307724'])

test.each([
  ['the same', receipt, receipt, true],
  ['others', receipt, read(['1219461', '4.20', '2.10', '30/06/26', '22:16']), false],
  ['some misread', receipt, read(['1183164', '4.80', '2.28', '09/06/26', '15:00', '9555023307124', '17']), true],
  ['some found by one pass only', receipt, read([...few, '17'], ['1183154', '2.20', '09/06/26']), true],
  ['some missing', receipt, read([...few, '17']), false],
  ['only doubtful ones shared', read(['1', '2', '3', '4'], shared), read(['5', '6', '7', '8'], shared), false],
  ['a few doubtful ones shared', read(shared.slice(0, 3)), receipt, false],
  ['day and price shared', receipt, read(['1183311', '4.80', '1.30', '3.50', '09/06/26', '19:40']), false],
  ['three, too few to compare', read(['4.80', '2.20', '16:00']), read(['4.80', '2.20', '16:00']), false],
])('D-51 receipts are similar by their numbers with %s', (_which, one, other, expected) => {
  expect(numberSimilarity(one, other) > 0.55).toBe(expected)
})

const meal = ['NASI LEMAK 8.50', 'TEH TARIK 2 X 2.50 5.00', 'KUIH 3 X 1.20 3.60']
meal.push('TOTAL 17.10', 'CASH 20.00', 'CHANGE 2.90')
const first = ['INVOICE NO: 118315', 'DATE: 05/11/2026 TIME: 12:40']

const otherGoods = ['ROTI CANAI TELUR 2.60', 'MILO AIS 3.40', 'TOTAL 6.00', 'CASH 10.00', 'CHANGE 4.00']

function purchaseWith(lines: string[], goods = meal) {
  const page = createPage([...lines, ...goods])
  return toPurchase(extractFacts([page, page], '2026-11-23'))
}

test.each([
  ['another number and date', ['INVOICE NO: 118340', 'DATE: 12/11/2026 TIME: 13:05'], true],
  ['another number without a label, and another date', ['118340', '12/11/2026 13:05'], true],
  ['another date and time, with the number worn off', ['DATE: 12/11/2026 TIME: 13:05'], true],
  ['another number and time on the same date', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 12:52'], true],
  ['another number on the same date, with the time covered', ['INVOICE NO: 118340', 'DATE: 05/11/2026'], false],
  ['another number, and the time without its PM', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 00:40'], false],
  ['the same number and another time on the same date', ['INVOICE NO: 118315', 'DATE: 05/11/2026 TIME: 12:52'], false],
  ['the same number with another date', ['INVOICE NO: 118315', 'DATE: 12/11/2026 TIME: 13:05'], false],
  ['another number with the date covered', ['INVOICE NO: 118340'], false],
  ['another date with number and time covered', ['DATE: 12/11/2026'], false],
  ['other goods and another number', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 12:52'], true, otherGoods],
  ['other goods and the same number', first, false, otherGoods],
  ['other goods and the number covered', ['DATE: 05/11/2026 TIME: 12:52'], false, otherGoods],
])('D-51 two receipts, the second with %s: different purchases is %s', (_what, lines, expected, goods = meal) => {
  const [one, other] = [purchaseWith(first), purchaseWith(lines, goods)]
  expect(areDifferentPurchases(one, other)).toBe(expected)
  expect(areDifferentPurchases(other, one)).toBe(expected)
})

test('D-51 receipts for the same meal would be duplicates without different numbers and dates', () => {
  const other = purchaseWith(['INVOICE NO: 118340', 'DATE: 12/11/2026 TIME: 13:05'])
  expect(numberSimilarity(purchaseWith(first), other)).toBeGreaterThan(0.55)
})

const onePass = (rows: Row[]) => extractFacts([{ rows, recogniseAgain: () => [] }], '2026-11-23')

test('D-51 of a single pass of OCR the clear numbers are compared, and the others are kept separate', () => {
  const { numbers, doubtful } = onePass([...printed([...first, ...meal]), ...printed(['REF 99123 TABLE 8838'], 0.3)])
  const amounts = ['17.10', '2.50', '2.90', '20.00', '3.60', '5.00', '8.50']
  expect(numbers).toEqual(['05/11/26', '1.20', '118315', '12:40', ...amounts])
  expect(doubtful).toEqual(['8838', '99123'])
})

test('D-51 a short receipt is recognised by its number, day and time', () => {
  const few = ['9071503 1X 2.10 2.10', 'TOTAL 2.10', '26-04-1816:59 SH01 T2 R000120516']
  const again = ['9071503 1 X2.10 2.10', 'TOTAL 2.10', '26-04-18 16:59 SH01 T2 R000120516']
  expect(numberSimilarity(onePass(printed(few)), onePass(printed(again)))).toBe(1)
})

const preparePhoto = async (picture: Buffer) => toPhoto(picture, await computeFingerprint(picture))

/** Only the receipt, on white, like a scan. */
const toScan = (photo: Buffer) =>
  sharp(photo).trim({ threshold: 60 }).greyscale().linear(1.6, -110).jpeg({ quality: 80 }).toBuffer()

const partOf = (photo: Buffer, top: number, height: number) =>
  sharp(photo).extract({ left: 0, top, width: 1000, height }).jpeg().toBuffer()

test('D-51 a photo with an edited number and date is the same photo, also cropped, grey, smaller and compressed; a second receipt for the same goods is another one, photographed or scanned', async () => {
  const first = await drawReceipt(kopiKitaReceipt)
  const second = await drawReceipt({ ...kopiKitaReceipt, invoice: '70655', date: '2026-11-12', time: '13:05' })
  const own = await preparePhoto(first)
  const copy = await preparePhoto(await editNumberAndDate(first, { invoice: '70655', date: '12/11/2026' }))
  expect([isSamePhoto(own, copy), isSamePhoto(copy, own)]).toEqual([true, true])
  for (const [one, other] of [
    [own, await preparePhoto(second)],
    [await preparePhoto(await toScan(first)), await preparePhoto(await toScan(second))],
  ] as const) {
    expect(arePicturesSimilar(one.keypoints, other.keypoints)).toBe(true)
    expect(isSamePhoto(one, other)).toBe(false)
  }
  expect(isSamePhoto(own, await preparePhoto(await partOf(first, 150, 300)))).toBe(false)
  const blank = sharp({ create: { width: 500, height: 700, channels: 3, background: '#fff' } })
  const nothing = await preparePhoto(await blank.jpeg().toBuffer())
  expect(isSamePhoto(nothing, nothing)).toBe(false)
})

test('D-51 two receipts of one shop are not similar because of their same head, even if the foot of one is cropped', async () => {
  const address = 'Jalan Universiti 3, Dataran Seroja, 43650 Bandar Cendekia'
  const shop = { ...kopiKitaReceipt, merchant: 'Kopi Kita Campus Bistro', address }
  const items = [
    { name: 'Roti canai', qty: 4, sen: 150 },
    { name: 'Milo ais', qty: 1, sen: 330 },
    { name: 'Mee goreng mamak', qty: 1, sen: 790 },
  ]
  const another = { ...shop, invoice: '88935', date: '2026-11-12', time: '09:15', totalSen: 1720, items }
  const whole = await drawReceipt(shop)
  const withoutFoot = async (photo: Buffer) => computeFingerprint(await partOf(photo, 0, 1280))
  const [full, own] = [await computeFingerprint(whole), await withoutFoot(whole)]
  const other = await withoutFoot(await drawReceipt(another))
  expect([arePicturesSimilar(full, other), arePicturesSimilar(full, own)]).toEqual([false, true])
})

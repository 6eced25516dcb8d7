import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compareWithPicture } from '../../server/domains/receipt-ocr/compare-facts.ts'
import { matchMerchant } from '../../server/domains/receipt-ocr/facts/merchant-names.ts'
import { readReceipt } from '../../server/domains/receipt-ocr/read-receipt.ts'
import { demoMembers, demoMerchants } from '../content.ts'
import { photographOf } from '../history.ts'
import { drawReceipt } from './receipt-drawing.ts'
import { dotsOf, toPrintable } from './receipt-font.ts'

/** Long enough for a busy machine. */
const TIMEOUT_MS = 600_000

const shops = Object.fromEntries(demoMerchants.map((merchant) => [merchant.slug, merchant]))
const campus = demoMerchants.map(({ name }, id) => ({ id, name }))
const submissions = demoMembers.flatMap((member) => member.submissions)

function photographWith(invoice: string) {
  const sent = submissions.find((one) => one.invoice === invoice)
  const photograph = sent && photographOf(sent, '2026-11-03', shops)
  if (!photograph) throw new Error(`The demo has no receipt ${invoice}`)
  return { sent, photograph, shop: shops[sent.merchant]?.name ?? '' }
}

/** The verdicts of OCR on the facts of a drawn receipt. */
async function verdictsOn(invoice: string) {
  const { sent, photograph, shop } = photographWith(invoice)
  const limits = { milliseconds: TIMEOUT_MS, wallMilliseconds: TIMEOUT_MS }
  const result = await readReceipt(await drawReceipt(photograph), { today: '2026-11-21', limits })
  const typed = { amountSen: sent.amountSen, date: '2026-11-03', invoice, merchant: shop }
  const merchantId = campus.findIndex(({ name }) => name === shop)
  return compareWithPicture(result, { ...typed, merchantId }, matchMerchant(result, campus))
}

test('D-60 the printer font has every character of the demo receipts', () => {
  const texts = [
    ...demoMerchants.flatMap((merchant) => [merchant.name, merchant.address]),
    ...submissions.flatMap((sent) => sent.items.map((item) => item.name)),
  ]
  const missing = [...new Set(toPrintable(texts.join('')))].filter(
    (character) => character !== ' ' && dotsOf(character).every((row) => row === 0),
  )
  expect(missing).toEqual([])
})

test('D-60 a receipt is a JPEG of 1000 by 1600 without the SVG loader, the same each time', async () => {
  sharp.block({ operation: ['VipsForeignLoadSvg'] })
  const items = [{ name: 'Café crème', qty: 2, sen: 1250 }]
  const shop = { merchant: 'Chloé’s Pâtisserie & Café', address: 'G-15, Dataran Seroja' }
  const facts = { ...shop, invoice: '0045128', date: '2026-11-03', time: '12:41', items }
  const first = await drawReceipt({ ...facts, totalSen: 2500 })
  const { format, width, height } = await sharp(first).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1000, height: 1600 })
  expect((await sharp(first, { failOn: 'warning' }).stats()).channels[0]?.stdev).toBeGreaterThan(30)
  expect((await drawReceipt({ ...facts, totalSen: 2500 })).equals(first)).toBe(true)
  expect((await drawReceipt({ ...facts, totalSen: 2600 })).equals(first)).toBe(false)
})

test('D-60 D-51 OCR finds on a receipt of the demo what its data says, and nothing on the blurred one', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [fits, none] = [{ verdict: 'fits' }, { verdict: 'not_found' }]
  expect(await verdictsOn('5510472')).toMatchObject({ amount: fits, date: fits, invoice: fits, merchant: fits })
  expect(photographWith('0008172').photograph.blurred).toBe(true)
  expect(await verdictsOn('0008172')).toMatchObject({ amount: none, date: none, invoice: none })
})

test('D-60 D-51 of two receipts of the demo the paper says another amount and another stall', () => {
  const wrongAmount = photographWith('350077')
  expect(wrongAmount.photograph.totalSen).not.toBe(wrongAmount.sent.amountSen)
  expect(wrongAmount.photograph.merchant).toBe(wrongAmount.shop)
  const otherStall = photographWith('81140')
  expect(otherStall.photograph.totalSen).toBe(otherStall.sent.amountSen)
  expect(otherStall.photograph.merchant).not.toBe(otherStall.shop)
})

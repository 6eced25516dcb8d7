import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { compareWithPicture } from '../../server/domains/receipt-ocr/compare-facts.ts'
import { computeFingerprint } from '../../server/domains/receipt-ocr/duplicates/fingerprint.ts'
import { arePicturesSimilar } from '../../server/domains/receipt-ocr/duplicates/match-keypoints.ts'
import { matchMerchant } from '../../server/domains/receipt-ocr/facts/merchant-names.ts'
import { readReceipt } from '../../server/domains/receipt-ocr/read-receipt.ts'
import { demoMerchants } from '../merchants.ts'
import { demoMembers } from '../people.ts'
import { photographOf } from '../submissions.ts'
import { drawReceipt } from './receipt-drawing.ts'
import { dotsOf, toPrintable } from './receipt-font.ts'

/** Long enough for a busy machine. */
const TIMEOUT_MS = 600_000

describe('D-60 drawn receipts', () => {
  test('D-60 the printer font has every character of the demo receipts', () => {
    const texts = [
      ...demoMerchants.flatMap((merchant) => [merchant.name, merchant.address]),
      ...demoMembers.flatMap((member) => member.submissions.flatMap((sent) => sent.items.map((item) => item.name))),
    ]
    const missing = [...new Set(toPrintable(texts.join('')))].filter(
      (character) => character !== ' ' && dotsOf(character).every((row) => row === 0),
    )
    expect(missing).toEqual([])
  })

  test('D-60 a receipt is a JPEG of 1000 by 1600 without the SVG loader, the same each time', async () => {
    sharp.block({ operation: ['VipsForeignLoadSvg'] })
    const items = [{ name: 'Café crème', qty: 2, sen: 1250 }]
    const facts = {
      merchant: 'Chloé’s Pâtisserie & Café',
      address: 'G-15, Dataran Seroja',
      invoice: '0045128',
      date: '2026-11-03',
      time: '12:41',
    }
    const first = await drawReceipt({ ...facts, items, totalSen: 2500 })
    const { format, width, height } = await sharp(first).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1000, height: 1600 })
    expect((await sharp(first, { failOn: 'warning' }).stats()).channels[0]?.stdev).toBeGreaterThan(30)
    expect((await drawReceipt({ ...facts, items, totalSen: 2500 })).equals(first)).toBe(true)
    expect((await drawReceipt({ ...facts, items, totalSen: 2600 })).equals(first)).toBe(false)
  })

  test.for([
    [
      'a receipt that two members submit',
      '5510472',
      { amount: 'fits', date: 'fits', invoice: 'fits', merchant: 'fits' },
    ],
    ['a blurred receipt', '0008172', { amount: 'not_found', date: 'not_found', invoice: 'not_found' }],
  ] as const)(
    'D-60 D-51 OCR finds in the demo’s pictures what their data says: %s',
    { timeout: TIMEOUT_MS },
    async ([, invoice, verdicts]) => {
      const submission = demoMembers.flatMap(({ submissions }) => submissions).find((sent) => sent.invoice === invoice)
      const photograph = submission && photographOf(submission, '2026-11-03', shops)
      if (!photograph) throw new Error(`The demo has no receipt ${invoice}`)
      const limits = { milliseconds: TIMEOUT_MS }
      const ocrResult = await readReceipt(await drawReceipt(photograph), { today: '2026-11-21', limits })
      const merchant = shops[submission.merchant]?.name ?? ''
      const typed = { amountSen: submission.amountSen, date: photograph.date, invoice, merchant }
      const merchantId = campus.findIndex(({ name }) => name === merchant)
      const compared = compareWithPicture(ocrResult, { ...typed, merchantId }, matchMerchant(ocrResult, campus))
      const { amount, date, invoice: number, merchant: name } = compared
      const found = { amount, date, invoice: number, merchant: name }
      expect(Object.fromEntries(Object.entries(found).map(([fact, { verdict }]) => [fact, verdict]))).toMatchObject(
        verdicts,
      )
    },
  )
})

test('D-60 D-51 of two receipts of the demo the paper says another amount and another stall', () => {
  const drawn = (invoice: string) => {
    const sent = demoMembers.flatMap(({ submissions }) => submissions).find((one) => one.invoice === invoice)
    const photograph = sent && photographOf(sent, '2026-11-03', shops)
    if (!photograph) throw new Error(`The demo has no receipt ${invoice}`)
    return { sent, photograph, shop: shops[sent.merchant]?.name }
  }
  const wrongAmount = drawn('350077')
  expect(wrongAmount.photograph.totalSen).not.toBe(wrongAmount.sent.amountSen)
  expect(wrongAmount.photograph.merchant).toBe(wrongAmount.shop)
  const otherStall = drawn('81140')
  expect(otherStall.photograph.totalSen).toBe(otherStall.sent.amountSen)
  expect(otherStall.photograph.merchant).not.toBe(otherStall.shop)
})

test('D-60 D-51 the blurred picture of the demo is not a look-alike of any other', async () => {
  const drawn = demoMembers.flatMap(({ submissions }) =>
    submissions.flatMap((sent) => photographOf(sent, '2026-11-03', shops) ?? []),
  )
  const blurred = drawn.find((one) => one.blurred)
  if (!blurred) throw new Error('The demo has no blurred receipt')
  const own = await computeFingerprint(await drawReceipt(blurred))
  for (const other of drawn.filter((one) => one !== blurred)) {
    const fingerprint = await computeFingerprint(await drawReceipt(other))
    expect([other.invoice, arePicturesSimilar(own, fingerprint), arePicturesSimilar(fingerprint, own)]).toEqual([
      other.invoice,
      false,
      false,
    ])
  }
})

const shops = Object.fromEntries(demoMerchants.map((merchant) => [merchant.slug, merchant]))
const campus = demoMerchants.map(({ name }, id) => ({ id, name }))

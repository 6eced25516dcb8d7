import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipt-drawing.ts'
import { redrawn } from '../../../../tests/support/pictures/receipt-copies.ts'
import { fingerprintOf } from './fingerprint.ts'
import { shownOn } from './photographs.ts'
import { isSamePhotograph } from './same-photograph.ts'
import { isSamePicture } from './same-picture.ts'

const receipt = {
  merchant: 'Kopi Kita',
  address: 'Jalan Universiti 3',
  invoice: '70412',
  date: '2026-11-05',
  time: '12:40',
  items: [
    { name: 'Nasi lemak ayam', qty: 1, sen: 850 },
    { name: 'Teh tarik', qty: 2, sen: 250 },
    { name: 'Kuih lapis', qty: 3, sen: 120 },
  ],
  totalSen: 1710,
}
const next = { invoice: '70655', date: '2026-11-12', time: '13:05' }
const shown = async (picture: Buffer) => shownOn(picture, await fingerprintOf(picture))

/** The slip alone on white, as a scanner shows it. */
async function scanned(photo: Buffer): Promise<Buffer> {
  return sharp(photo).trim({ threshold: 60 }).greyscale().linear(1.6, -110).jpeg({ quality: 80 }).toBuffer()
}

test('D-51 a photograph with another number and date drawn on it is the same photograph, cropped, grey, smaller and compressed', async () => {
  const photo = await drawReceipt(receipt)
  const [own, copy] = [await shown(photo), await shown(await redrawn(photo, { invoice: '70655', date: '12/11/2026' }))]
  expect(isSamePhotograph(own, copy)).toBe(true)
  expect(isSamePhotograph(copy, own)).toBe(true)
})

test('D-51 two slips for the same goods are two photographs, though they look alike, and so they are on white', async () => {
  const [first, second] = [await drawReceipt(receipt), await drawReceipt({ ...receipt, ...next })]
  for (const of of [async (photo: Buffer) => photo, scanned]) {
    const [own, other] = [await shown(await of(first)), await shown(await of(second))]
    expect(isSamePicture(own.landmarks, other.landmarks)).toBe(true)
    expect(isSamePhotograph(own, other)).toBe(false)
  }
})

test('D-51 of pictures without print, or with little of it in common, nothing is said', async () => {
  const photo = await drawReceipt(receipt)
  const head = await sharp(photo).extract({ left: 0, top: 150, width: 1000, height: 300 }).jpeg().toBuffer()
  const empty = await sharp({ create: { width: 500, height: 700, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  expect(isSamePhotograph(await shown(photo), await shown(head))).toBe(false)
  expect(isSamePhotograph(await shown(empty), await shown(empty))).toBe(false)
})

import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { isSamePhoto } from './align-photos.ts'
import { toPhoto } from './compare-photos.ts'
import { computeFingerprint } from './fingerprint.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const next = { invoice: '70655', date: '2026-11-12', time: '13:05' }
const preparePhoto = async (picture: Buffer) => toPhoto(picture, await computeFingerprint(picture))

let photo: Buffer
let own: Awaited<ReturnType<typeof preparePhoto>>
beforeAll(async () => {
  photo = await drawReceipt(kopiKitaReceipt)
  own = await preparePhoto(photo)
})

/** Only the receipt, on white, like a scan. */
async function toScan(photo: Buffer): Promise<Buffer> {
  return sharp(photo).trim({ threshold: 60 }).greyscale().linear(1.6, -110).jpeg({ quality: 80 }).toBuffer()
}

test('D-51 a photo with an edited number and date is the same photo, also cropped, grey, smaller and compressed', async () => {
  const copy = await preparePhoto(await editNumberAndDate(photo, { invoice: '70655', date: '12/11/2026' }))
  expect(isSamePhoto(own, copy)).toBe(true)
  expect(isSamePhoto(copy, own)).toBe(true)
})

test('D-51 two receipts for the same goods are two photos though they look alike, and so are two scans', async () => {
  const second = await drawReceipt({ ...kopiKitaReceipt, ...next })
  for (const [one, other] of [
    [own, await preparePhoto(second)],
    [await preparePhoto(await toScan(photo)), await preparePhoto(await toScan(second))],
  ] as const) {
    expect(arePicturesSimilar(one.keypoints, other.keypoints)).toBe(true)
    expect(isSamePhoto(one, other)).toBe(false)
  }
})

test('D-51 pictures with no or little text in common are not the same photo', async () => {
  const head = await sharp(photo).extract({ left: 0, top: 150, width: 1000, height: 300 }).jpeg().toBuffer()
  const empty = await sharp({ create: { width: 500, height: 700, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  expect(isSamePhoto(own, await preparePhoto(head))).toBe(false)
  const nothing = await preparePhoto(empty)
  expect(isSamePhoto(nothing, nothing)).toBe(false)
})

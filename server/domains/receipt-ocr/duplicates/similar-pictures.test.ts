import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { isSamePhoto } from './align-photos.ts'
import { toPhoto } from './compare-photos.ts'
import { computeFingerprint } from './fingerprint.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const preparePhoto = async (picture: Buffer) => toPhoto(picture, await computeFingerprint(picture))

/** Only the receipt, on white, like a scan. */
const toScan = (photo: Buffer) =>
  sharp(photo).trim({ threshold: 60 }).greyscale().linear(1.6, -110).jpeg({ quality: 80 }).toBuffer()

async function withoutFoot(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata()
  const top = { left: 0, top: 0, width, height: Math.round(height * 0.8) }
  return sharp(photo).extract(top).jpeg().toBuffer()
}

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
  const head = await sharp(first).extract({ left: 0, top: 150, width: 1000, height: 300 }).jpeg().toBuffer()
  expect(isSamePhoto(own, await preparePhoto(head))).toBe(false)
  const blank = sharp({ create: { width: 500, height: 700, channels: 3, background: '#fff' } })
  const nothing = await preparePhoto(await blank.jpeg().toBuffer())
  expect(isSamePhoto(nothing, nothing)).toBe(false)
})

const head = {
  merchant: 'Kopi Kita Campus Bistro',
  address: 'Jalan Universiti 3, Dataran Seroja, 43650 Bandar Cendekia',
}
const another = {
  ...head,
  ...{ invoice: '88935', date: '2026-11-12', time: '09:15', totalSen: 1720 },
  items: [
    { name: 'Roti canai', qty: 4, sen: 150 },
    { name: 'Milo ais', qty: 1, sen: 330 },
    { name: 'Mee goreng mamak', qty: 1, sen: 790 },
  ],
}

test('D-51 two receipts of one shop are not similar because of their same head, even if the foot of one is cropped', async () => {
  const whole = await drawReceipt({ ...kopiKitaReceipt, ...head })
  const [full, own, other] = await Promise.all([
    computeFingerprint(whole),
    computeFingerprint(await withoutFoot(whole)),
    computeFingerprint(await withoutFoot(await drawReceipt(another))),
  ])
  expect([arePicturesSimilar(full, other), arePicturesSimilar(full, own)]).toEqual([false, true])
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { computeFingerprint } from './fingerprint.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const head = {
  merchant: 'Kopi Kita Campus Bistro',
  address: 'Jalan Universiti 3, Dataran Seroja, 43650 Bandar Cendekia',
}
const receipt = { ...kopiKitaReceipt, ...head }
const another = {
  ...head,
  invoice: '88935',
  date: '2026-11-12',
  time: '09:15',
  items: [
    { name: 'Roti canai', qty: 4, sen: 150 },
    { name: 'Milo ais', qty: 1, sen: 330 },
    { name: 'Mee goreng mamak', qty: 1, sen: 790 },
  ],
  totalSen: 1720,
}

async function withoutFoot(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata()
  const top = { left: 0, top: 0, width, height: Math.round(height * 0.8) }
  return sharp(photo).extract(top).jpeg().toBuffer()
}

test('D-51 two receipts of one shop are not similar because of their same head, even if the foot of one is cropped', async () => {
  const whole = await drawReceipt(receipt)
  const keypoints = await computeFingerprint(whole)
  const others = await computeFingerprint(await withoutFoot(await drawReceipt(another)))
  expect(arePicturesSimilar(keypoints, others)).toBe(false)
  const own = await computeFingerprint(await withoutFoot(whole))
  expect(arePicturesSimilar(keypoints, own)).toBe(true)
})

test('D-51 two receipts of one shop that lie on their sides are not similar because of their head either', async () => {
  const onItsSide = async (photo: Buffer) => computeFingerprint(await sharp(photo).rotate(90).jpeg().toBuffer())
  const keypoints = await onItsSide(await drawReceipt(receipt))
  expect(arePicturesSimilar(keypoints, await onItsSide(await withoutFoot(await drawReceipt(another))))).toBe(false)
  expect(arePicturesSimilar(keypoints, await onItsSide(await withoutFoot(await drawReceipt(receipt))))).toBe(true)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipt-drawing.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isSamePicture } from './same-picture.ts'

const head = {
  merchant: 'Kopi Kita Campus Bistro',
  address: 'Jalan Universiti 3, Dataran Seroja, 43650 Bandar Cendekia',
}
const receipt = {
  ...head,
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

test('D-51 two receipts of one shop are no look-alikes for the head that it prints on all, though the foot of one is cut off', async () => {
  const whole = await drawReceipt(receipt)
  const shown = await fingerprintOf(whole)
  const others = await fingerprintOf(await withoutFoot(await drawReceipt(another)))
  expect(isSamePicture(shown, others)).toBe(false)
  const own = await fingerprintOf(await withoutFoot(whole))
  expect(isSamePicture(shown, own)).toBe(true)
})

test('D-51 two receipts of one shop that lie on their sides are no look-alikes for their head either', async () => {
  const onItsSide = async (photo: Buffer) => fingerprintOf(await sharp(photo).rotate(90).jpeg().toBuffer())
  const shown = await onItsSide(await drawReceipt(receipt))
  expect(isSamePicture(shown, await onItsSide(await withoutFoot(await drawReceipt(another))))).toBe(false)
  expect(isSamePicture(shown, await onItsSide(await withoutFoot(await drawReceipt(receipt))))).toBe(true)
})

import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { computeFingerprint } from './fingerprint.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const head = {
  merchant: 'Kopi Kita Campus Bistro',
  address: 'Jalan Universiti 3, Dataran Seroja, 43650 Bandar Cendekia',
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

/** A receipt, the same without its foot, and another one of the shop without its foot. */
let photos: Buffer[]
beforeAll(async () => {
  const whole = await drawReceipt({ ...kopiKitaReceipt, ...head })
  photos = [whole, await withoutFoot(whole), await withoutFoot(await drawReceipt(another))]
})

test.each([
  ['stand upright', 0],
  ['lie on their sides', 90],
])(
  'D-51 two receipts of one shop that %s are not similar because of their same head, even if the foot of one is cropped',
  async (_how, degrees) => {
    const turned = photos.map((photo) => (degrees === 0 ? photo : sharp(photo).rotate(degrees).jpeg().toBuffer()))
    const [whole = [], own = [], other = []] = await Promise.all(
      turned.map(async (photo) => computeFingerprint(await photo)),
    )
    expect(arePicturesSimilar(whole, other)).toBe(false)
    expect(arePicturesSimilar(whole, own)).toBe(true)
  },
)

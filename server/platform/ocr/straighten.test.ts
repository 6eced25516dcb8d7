import sharp from 'sharp'
import { expect, test } from 'vitest'
import { greyOf } from './prepare-picture.ts'
import { straightened } from './straighten.ts'

/** A dark photograph: its paper is no brighter than this, with a row of print on it. */
const [PAPER, PRINT] = [90, 20]

async function aDarkPhotograph() {
  const background = { r: PAPER, g: PAPER, b: PAPER }
  const print = { create: { width: 60, height: 6, channels: 3 as const, background: { r: PRINT, g: PRINT, b: PRINT } } }
  const picture = sharp({ create: { width: 100, height: 200, channels: 3, background } })
  return greyOf(
    await picture
      .composite([{ input: print, left: 20, top: 100 }])
      .png()
      .toBuffer(),
  )
}

test('D-51 a picture’s paper is as bright as most of what is bright on it', async () => {
  const { paper, width, height } = await aDarkPhotograph()
  expect([paper, width, height]).toEqual([PAPER, 100, 200])
})

test.each([
  ['turned', { radians: 0.1, scale: 1 }],
  ['turned and made smaller', { radians: -0.1, scale: 0.4 }],
])('D-51 where a picture that is %s does not reach there is paper, none of it white', async (_how, stance) => {
  const { page } = straightened(await aDarkPhotograph(), stance)
  expect([page.data[0], page.data.at(-1), page.paper]).toEqual([PAPER, PAPER, PAPER])
  expect(Math.max(...page.data)).toBeLessThan(PAPER + (PAPER - PRINT) / 4)
})

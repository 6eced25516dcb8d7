import { expect, test } from 'vitest'
import { isHeic } from './pictureFiles.ts'

for (const [name, type, expected] of [
  ['IMG_1.HEIC', 'image/heic', true],
  ['IMG_1.HIF', '', true],
  ['IMG_1.heif', '', true],
  ['IMG_1.HEIC', 'image/jpeg', false],
  ['heifer.jpg', '', false],
  ['heifer.jpg', 'image/jpeg', false],
  ['burst', 'image/heic-sequence', true],
] as const)
  test(`${name} of type “${type}” ${expected ? 'is' : 'is not'} taken for HEIC`, () => {
    expect(isHeic(new File(['x'], name, { type }))).toBe(expected)
  })

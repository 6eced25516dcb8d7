import { expect, test } from 'vitest'
import { avatarPicture, type PictureRule, pictureError, receiptPicture, receiptPictureOrGif } from './pictures.ts'

const file = (name: string, type: string, size = 1) => ({ name, type, size })
const errorFor = (name: string, type: string, rule: PictureRule) => pictureError(file(name, type), rule)

test.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/heic'])(
  'S-5.06 a receipt may be %s',
  (type) => {
    expect(errorFor('x', type, receiptPicture)).toBeUndefined()
  },
)

test('S-5.06 S-5.07 only the form page and the server accept a gif, with different error texts', () => {
  expect(errorFor('x.gif', 'image/gif', receiptPicture)).toBe(
    'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.',
  )
  expect(errorFor('x.gif', 'image/gif', receiptPictureOrGif)).toBeUndefined()
  expect(errorFor('x.pdf', 'application/pdf', receiptPictureOrGif)).toBe(
    'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
  )
})

test('S-9.05 the extension is used for an empty or generic type', () => {
  expect(errorFor('IMG_1.HEIC', '', receiptPicture)).toBeUndefined()
  expect(errorFor('IMG_1.heic', 'application/octet-stream', receiptPicture)).toBeUndefined()
  expect(errorFor('slip.exe', '', receiptPicture)).toBe(receiptPicture.wrongType)
  expect(errorFor('slip.jpg', 'text/html', receiptPicture)).toBe(receiptPicture.wrongType)
})

test('S-5.08 S-5.14 S-9.05 a file of exactly the limit is accepted, one byte more is not', () => {
  const receipt = (size: number) => pictureError(file('x.jpg', 'image/jpeg', size), receiptPicture)
  const avatar = (size: number) => pictureError(file('x.jpg', 'image/jpeg', size), avatarPicture)
  expect([receipt(10_485_760), receipt(10_485_761)]).toEqual([undefined, 'The file size cannot exceed 10MB.'])
  expect([avatar(2_097_152), avatar(2_097_153)]).toEqual([undefined, 'Image size should not exceed 2MB'])
})

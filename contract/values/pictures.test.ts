import { expect, test } from 'vitest'
import {
  acceptAttribute,
  avatarPicture,
  detectPicture,
  type PictureRule,
  pictureError,
  receiptPicture,
  receiptPictureOrGif,
  typeByContent,
} from './pictures.ts'

const file = (name: string, type: string, size = 1) => ({ name, type, size })
const errorFor = (name: string, type: string, rule: PictureRule) => pictureError(file(name, type), rule)

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
  expect(errorFor('slip', 'image/jpg', receiptPicture)).toBeUndefined()
  expect(errorFor('slip.exe', '', receiptPicture)).toBe(receiptPicture.wrongType())
  expect(errorFor('slip.jpg', 'text/html', receiptPicture)).toBe(receiptPicture.wrongType())
})

const CONTENTS = {
  jpeg: '\xff\xd8\xff\xe0\0\x10JFIF',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF\x10\0\0\0WEBPVP8 ',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
}
const bytesOf = (content: string) => Uint8Array.from(content, (character) => character.charCodeAt(0))
const fileOf = (content: string, name: string, type: string) => new File([bytesOf(content)], name, { type })

test.each([
  ['photo.jfif', ''],
  ['photo.jfif', 'application/octet-stream'],
  ['photo.jpg', 'image/pjpeg'],
  ['photo.jpg', 'image/*'],
  ['1000012345', ''],
  ['photo.jpe', ''],
  ['photo.jpg', 'binary/octet-stream'],
  ['IMG.HIF', ''],
  ['IMG.heic', 'image/heic-sequence'],
  ['IMG.heif', 'image/heif'],
  ['scan.pdf', 'application/pdf'],
  ['photo.bmp', 'image/x-ms-bmp'],
  ['photo.jpg_large', 'text/plain'],
])('S-5.06 S-9.05 a picture is recognised by its content, even as %s of type %j', async (name, type) => {
  for (const [format, content] of Object.entries(CONTENTS))
    for (const rule of [receiptPicture, receiptPictureOrGif, avatarPicture]) {
      const typed = await typeByContent(fileOf(content, name, type))
      expect([typed.name, typed.type, pictureError(typed, rule)]).toEqual([name, `image/${format}`, undefined])
    }
})

test('S-5.06 a gif that is named otherwise is a gif, and another file keeps its type', async () => {
  const gif = await typeByContent(fileOf('GIF89a', 'photo.jpg', 'image/jpeg'))
  expect(pictureError(gif, receiptPicture)).toBe(
    'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.',
  )
  const page = fileOf('<svg/>', 'photo', 'image/svg+xml')
  expect(await typeByContent(page)).toBe(page)
})

test('S-5.06 bytes before a picture are removed', async () => {
  for (const before of ['\n', '\r\n', '\r\n\r\n', '\xef\xbb\xbf', '\xef\xbb\xbf\n', ' \t'])
    for (const content of Object.values(CONTENTS)) {
      const typed = await typeByContent(fileOf(before + content, 'photo.jpg', 'image/jpeg'))
      expect(String.fromCharCode(...new Uint8Array(await typed.arrayBuffer()))).toBe(content)
    }
})

test.each([
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x1cftypMiHE\0\0\0\0miafMiHBheix'],
  ['heic', '\0\0\0\x18ftyphevc\0\0\0\0msf1hevc'],
  [undefined, '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
  [undefined, '\0\0\0\x18ftypmp42\0\0\0\0isommp42'],
  [undefined, 'RIFF\x10\0\0\0WAVEfmt '],
  [undefined, ''],
])('S-5.06 the format is %s for a file that begins with %j', (format, content) => {
  expect(detectPicture(bytesOf(content))?.format).toBe(format)
})

test('S-5.06 the file chooser offers what phones and cameras call their pictures', () => {
  const offered = acceptAttribute(receiptPicture).split(',')
  for (const name of ['.jpg', '.jpe', '.jfif', '.hif', '.heif', 'image/jpeg', 'image/pjpeg', 'image/heic-sequence'])
    expect(offered).toContain(name)
  expect(offered).not.toContain('image/gif')
})

test('S-5.08 S-5.14 S-9.05 a file of exactly the limit is accepted, one byte more is not', () => {
  const receipt = (size: number) => pictureError(file('x.jpg', 'image/jpeg', size), receiptPicture)
  const avatar = (size: number) => pictureError(file('x.jpg', 'image/jpeg', size), avatarPicture)
  expect([receipt(10_485_760), receipt(10_485_761)]).toEqual([undefined, 'The file size cannot exceed 10MB.'])
  expect([avatar(2_097_152), avatar(2_097_153)]).toEqual([undefined, 'Image size should not exceed 2MB'])
})

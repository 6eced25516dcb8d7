import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { dotsOf } from '../../../../demo/receipts/receipt-font.ts'
import type { PageImage } from '../../../platform/ocr/grayscale.ts'
import { groupIntoRows, type Word } from '../../../platform/ocr/page.ts'
import { findPictureProblem } from './picture-problem.ts'

const [WIDTH, HEIGHT, PAPER, INK] = [760, 1000, 236, 40]
const DOT = { width: 3, height: 4 }
const SIGN = 6 * DOT.width
const LINE = 9 * DOT.height
const MARGIN = 40

const HEAD = ['KEDAI BUKU ILMU', 'LOT 12 JALAN UNIVERSITI', 'INVOICE NO: 70412', 'DATE: 05/11/2018 19:02']
const ITEMS = ['PEN BLUE 2 4.60', 'NOTEBOOK A5 3 14.40', 'GLUE STICK 1 12.00']
const END = ['TOTAL RM 31.00', 'CASH RM 50.00', 'CHANGE RM 19.00', 'TERIMA KASIH - THANK YOU']
const RECEIPT = [...HEAD, ...ITEMS, ...END]
const PROSE = Array.from({ length: 14 }, () => 'IT WAS A LONG DAY AND NOBODY CAME')

type Sample = { page: PageImage; words: Word[] }

/** A page with these lines, and its words as OCR finds them. */
function printed(lines: string[], confidence = 0.95): Sample {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const words = lines.flatMap((line, index) => {
    const top = MARGIN + index * 1.6 * LINE
    let left = MARGIN
    return line.split(' ').map((text) => {
      for (const [at, sign] of [...text].entries()) draw(data, sign, left + at * SIGN, Math.round(top))
      const box = { left: left / WIDTH, top: top / HEIGHT, width: (text.length * SIGN) / WIDTH, height: LINE / HEIGHT }
      left += (text.length + 1) * SIGN
      return { text, confidence, box }
    })
  })
  return { page: { data, width: WIDTH, height: HEIGHT, background: PAPER }, words }
}

function draw(data: Uint8Array, sign: string, left: number, top: number): void {
  for (const [row, dots] of dotsOf(sign).entries())
    for (let column = 0; column < 5; column += 1)
      if (dots & (16 >> column))
        for (let y = 0; y < DOT.height; y += 1) {
          const from = (top + row * DOT.height + y) * WIDTH + left + column * DOT.width
          data.fill(INK, from, from + DOT.width)
        }
}

async function changed({ page, words }: Sample, change: (picture: Sharp) => Sharp): Promise<Sample> {
  const picture = change(sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } }))
  const data = await picture.toColourspace('b-w').raw().toBuffer()
  return { page: { ...page, data: new Uint8Array(data) }, words }
}

function darkened({ page, words }: Sample, share: number): Sample {
  return { page: { ...page, data: page.data.map((shade) => shade * share), background: PAPER * share }, words }
}

/** Crops a page, by fractions of it. Words outside are removed, others end at the edge. */
function cut({ page, words }: Sample, { left = 0, top = 0, right = 1, bottom = 1 }): Sample {
  const [x, y] = [Math.round(left * WIDTH), Math.round(top * HEIGHT)]
  const [width, height] = [Math.round(right * WIDTH) - x, Math.round(bottom * HEIGHT) - y]
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1)
    data.set(page.data.subarray((y + row) * WIDTH + x, (y + row) * WIDTH + x + width), row * width)
  const visible = words.flatMap((word) => {
    const [from, to] = [Math.max(left, word.box.left), Math.min(right, word.box.left + word.box.width)]
    const [upper, lower] = [Math.max(top, word.box.top), Math.min(bottom, word.box.top + word.box.height)]
    if (to <= from || lower <= upper) return []
    const place = { left: (from - left) / (right - left), top: (upper - top) / (bottom - top) }
    const size = { width: (to - from) / (right - left), height: (lower - upper) / (bottom - top) }
    const signs = (share: number) => Math.round(((share - word.box.left) / word.box.width) * word.text.length)
    return { ...word, text: word.text.slice(signs(from), signs(to)), box: { ...place, ...size } }
  })
  return {
    page: { data, width, height, background: page.background },
    words: visible.filter(({ text }) => text !== ''),
  }
}

function problemOf({ page, words }: Sample) {
  return findPictureProblem(page, groupIntoRows(words))
}

const blur = (sigma: number) => (picture: Sharp) => picture.blur(sigma)
/** Motion blur of so many pixels. */
const shaken = (pixels: number) => (picture: Sharp) =>
  picture.convolve({ width: pixels, height: 3, kernel: across(pixels) })

function across(pixels: number): number[] {
  return Array.from({ length: 3 * pixels }, (_, at) => (Math.floor(at / pixels) === 1 ? 1 : 0))
}

test('a clear picture of a receipt has no problem', () => {
  expect(problemOf(printed(RECEIPT))).toBeUndefined()
})

test.each([
  ['dark', (sample: Sample) => darkened(sample, 0.15)],
  ['blurred', (sample: Sample) => changed(sample, blur(6))],
  ['blurred', (sample: Sample) => changed(sample, shaken(21))],
])('a receipt that can hardly be read has the problem %s', async (problem, damaged) => {
  expect(problemOf(await damaged(printed(RECEIPT, 0.4)))).toBe(problem)
})

test.each([
  ['dark', (sample: Sample) => darkened(sample, 0.25)],
  ['blurred', (sample: Sample) => changed(sample, blur(6))],
  ['cut on its left', (sample: Sample) => cut(sample, { left: 0.07 })],
])('a receipt that is %s has no problem if its total and date were read', async (_how, damaged) => {
  expect(problemOf(await damaged(printed(RECEIPT)))).toBeUndefined()
})

test('a receipt that can hardly be read is not dark if its words are too small to measure', () => {
  const { page, words } = printed(RECEIPT, 0.4)
  const small = words.map((word) => ({ ...word, box: { ...word.box, height: 1 / HEIGHT } }))
  expect(problemOf({ page, words: small })).toBeUndefined()
})

test.each([0.2, 0.1])('a picture with %s of its light is dark even if its total and date were read', (share) => {
  expect(problemOf(darkened(printed(RECEIPT), share))).toBe('dark')
})

test('a receipt that is hard to read has no problem if its picture is bright and sharp', () => {
  expect(problemOf(printed(RECEIPT, 0.4))).toBeUndefined()
})

test.each([
  ['left', { left: 0.115 }],
  ['right', { right: 0.35 }],
  ['lower', { bottom: 0.43 }],
])('a receipt that extends beyond the %s edge of its picture is cut off', (_side, corners) => {
  expect(problemOf(cut(printed(RECEIPT), corners))).toBe('cut off')
})

test.each([
  ['left', { left: 38 / WIDTH }],
  ['right', { right: 0.68 }],
  ['lower', { bottom: 0.66 }],
])('a receipt that ends close to the %s edge of its picture is not cut off', (_side, corners) => {
  const unreadTotal = RECEIPT.map((line) => line.replace('31.00', '31'))
  expect(problemOf(cut(printed(unreadTotal), corners))).toBeUndefined()
})

test.each([
  [0.475, 'cut off'],
  [0.53, undefined],
])('the problem of a receipt without a total, on a picture that ends at %s, is %s', (bottom, problem) => {
  expect(problemOf(cut(printed([...HEAD, ...ITEMS]), { bottom }))).toBe(problem)
})

test.each([
  ['a page of prose', PROSE],
  ['a sign', ['LIBRARY', 'LEVEL 2']],
  ['an empty page', []],
])('%s is no receipt', (_what, lines) => {
  expect(problemOf(printed(lines))).toBe('no receipt')
})

test('a picture without words is dark if nothing on it is bright, and blurred if nothing is in focus', async () => {
  const { page } = printed(RECEIPT)
  expect(problemOf(darkened({ page, words: [] }, 0.1))).toBe('dark')
  expect(problemOf(await changed({ page, words: [] }, blur(9)))).toBe('blurred')
})

test('a picture of 12 megapixels is measured in a moment', () => {
  const { words } = printed(RECEIPT)
  const page = { data: new Uint8Array(12_000_000).fill(PAPER), width: 3000, height: 4000, background: PAPER }
  const before = process.cpuUsage()
  for (let times = 0; times < 10; times += 1) problemOf({ page, words })
  expect(process.cpuUsage(before).user / 10_000).toBeLessThan(20)
})

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
async function cut(sample: Sample, { left = 0, right = 1, bottom = 1 }): Promise<Sample> {
  const x = Math.round(left * WIDTH)
  const [width, height] = [Math.round(right * WIDTH) - x, Math.round(bottom * HEIGHT)]
  const { page, words } = await changed(sample, (picture) => picture.extract({ left: x, top: 0, width, height }))
  const visible = words.flatMap((word) => {
    const { box, text } = word
    const [from, to] = [Math.max(left, box.left), Math.min(right, box.left + box.width)]
    const lower = Math.min(bottom, box.top + box.height)
    const signs = (share: number) => Math.round(((share - box.left) / box.width) * text.length)
    const seen = text.slice(signs(from), signs(to))
    if (to <= from || lower <= box.top || seen === '') return []
    const place = { left: (from - left) / (right - left), top: box.top / bottom }
    const size = { width: (to - from) / (right - left), height: (lower - box.top) / bottom }
    return { ...word, text: seen, box: { ...place, ...size } }
  })
  return { page: { ...page, width, height }, words: visible }
}

const blur = (sigma: number) => (picture: Sharp) => picture.blur(sigma)
/** Motion blur of so many pixels. */
const shaken = (width: number) => (picture: Sharp) => {
  const row = (share: number) => Array<number>(width).fill(share)
  return picture.convolve({ width, height: 3, kernel: [...row(0), ...row(1), ...row(0)] })
}

const HARD = printed(RECEIPT, 0.4)
const CLEAR = printed(RECEIPT)
const WITHOUT_TOTAL = printed([...HEAD, ...ITEMS])
const UNREAD_TOTAL = printed(RECEIPT.map((line) => line.replace('31.00', '31')))
const tooSmall = { ...HARD, words: HARD.words.map((word) => ({ ...word, box: { ...word.box, height: 1 / HEIGHT } })) }

test.each([
  ['a clear picture', CLEAR, undefined],
  ['one that can hardly be read, though bright and sharp', HARD, undefined],
  ['one that can hardly be read, in the dark', darkened(HARD, 0.15), 'dark'],
  ['one with words too small to measure', tooSmall, undefined],
  ['one that can hardly be read, out of focus', changed(HARD, blur(6)), 'blurred'],
  ['one that can hardly be read, shaken', changed(HARD, shaken(21)), 'blurred'],
  ['one whose total and date were read, in a quarter of the light', darkened(CLEAR, 0.25), undefined],
  ['one whose total and date were read, in a fifth of it', darkened(CLEAR, 0.2), 'dark'],
  ['one whose total and date were read, out of focus', changed(CLEAR, blur(6)), undefined],
  ['one whose total and date were read, cut on its left', cut(CLEAR, { left: 0.07 }), undefined],
  ['one that extends beyond the left edge', cut(CLEAR, { left: 0.115 }), 'cut off'],
  ['one that extends beyond the right edge', cut(CLEAR, { right: 0.35 }), 'cut off'],
  ['one that extends beyond the lower edge', cut(CLEAR, { bottom: 0.43 }), 'cut off'],
  ['one that ends close to the left edge', cut(UNREAD_TOTAL, { left: 38 / WIDTH }), undefined],
  ['one that ends close to the right edge', cut(UNREAD_TOTAL, { right: 0.68 }), undefined],
  ['one that ends close to the lower edge', cut(UNREAD_TOTAL, { bottom: 0.66 }), undefined],
  ['one without a total, at the lower edge', cut(WITHOUT_TOTAL, { bottom: 0.475 }), 'cut off'],
  ['one without a total, above the lower edge', cut(WITHOUT_TOTAL, { bottom: 0.53 }), undefined],
  ['a page of prose', printed(PROSE), 'no receipt'],
  ['a sign', printed(['LIBRARY', 'LEVEL 2']), 'no receipt'],
  ['an empty page', printed([]), 'no receipt'],
  ['one without words, in the dark', darkened({ ...CLEAR, words: [] }, 0.1), 'dark'],
  ['one without words, out of focus', changed({ ...CLEAR, words: [] }, blur(9)), 'blurred'],
])('D-96 the problem of a picture of a receipt, %s', async (_what, sample, problem) => {
  const { page, words } = await sample
  expect(findPictureProblem(page, groupIntoRows(words))).toBe(problem)
})

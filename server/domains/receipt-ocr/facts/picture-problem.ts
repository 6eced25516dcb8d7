import type { PageImage } from '../../../platform/ocr/grayscale.ts'
import type { Row, Word } from '../../../platform/ocr/page.ts'
import type { PictureProblem } from '../ocr-result.ts'
import { amountsIn } from './amounts.ts'
import { type Label, labelOf } from './labels.ts'
import { type Print, printAt, type Side } from './word-print.ts'

/** A sample of the words is enough to measure the picture by. */
const WORDS_TO_MEASURE = 40
const CLEAR = 0.7
const FEW_WORDS = 12
const FEW_CLEAR_WORDS = 3
/** A page of text without amounts and dates is no receipt where it was read this well and holds so few digits. */
const PROSE = { unread: 0.15, digits: 0.05 }
/** The limits were set on damaged copies of twenty receipts; clear pictures are far from at least one of each pair. */
const DARK = { paper: 65, unread: 0.4 }
/** A model still reads what a reviewer can hardly see: paper this dark, a fifth of white, is called dark even if all was read. */
const VERY_DARK = 56
const WHITE = 255
const BLURRED = { blur: 0.09, unread: 0.5 }
/** Without words: the picture is cut into so many blocks each way, and those with something on them are looked at. */
const BLOCKS = { each: 20, contrast: 30, least: 0.03, sharpest: 0.1 }
/** The width of the sharpest edges of a picture in which nothing is in focus, as a share of its narrow side. */
const OUT_OF_FOCUS = 0.007
/** How long the cut through the letters must be, in heights of a line. */
const CUT_LINES = 2
/** Where the rows end so few lines above the lower edge, and before the total, the rest is missing. */
const UNFINISHED = { lines: 2, rows: 6, unread: 0.5 }

const TOTALS: Label[] = ['payable', 'total', 'included']
const AT_THE_END: Label[] = [...TOTALS, 'paid', 'change']
const DATE =
  /(?<!\d)\d{1,4} ?[-/.] ?(?:\d{1,2}|[a-z]{3,9}) ?[-/.] ?\d{2,4}(?!\d)|\d ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

type Seen = {
  rows: Row[]
  labels: Label[]
  words: Word[]
  clear: number
  /** The share of all signs that is in words which were not read clearly. */
  unread: number
  /** As white can be where no word is large enough to be measured. */
  paper: number
  blur: number
}

/** Why a picture is hard to read, from its page and the rows of words that were found on it; undefined where it is not. */
export function findPictureProblem(grey: PageImage, rows: Row[]): PictureProblem | undefined {
  const seen = seenOn(grey, rows)
  const isWithoutFigures = !hasAmountOrDate(rows)
  const saysNothing = isWithoutFigures && seen.labels.every((label) => label === 'item')
  if (saysNothing && seen.words.length < FEW_WORDS) return withoutWords(grey)
  if (isWithoutFigures && isProse(seen)) return 'no receipt'
  if (seen.paper <= VERY_DARK) return 'dark'
  if (hasTotalAndDate(seen)) return undefined
  if (seen.paper <= DARK.paper && seen.unread >= DARK.unread) return 'dark'
  if (seen.blur >= BLURRED.blur && seen.unread >= BLURRED.unread) return 'blurred'
  if (saysNothing && seen.clear < FEW_CLEAR_WORDS) return 'no receipt'
  return isCutOff(grey, seen) ? 'cut off' : undefined
}

function seenOn(grey: PageImage, rows: Row[]): Seen {
  const words = rows.flatMap((row) => row.words)
  const every = Math.max(1, Math.ceil(words.length / WORDS_TO_MEASURE))
  const prints = words.filter((_, index) => index % every === 0).flatMap(({ box }) => printAt(grey, box) ?? [])
  const unclear = words.filter(({ confidence }) => confidence < CLEAR)
  return {
    rows,
    labels: rows.map(({ text }) => labelOf(text)),
    words,
    clear: words.length - unclear.length,
    unread: signsIn(unclear) / Math.max(1, signsIn(words)),
    paper: prints.length > 0 ? middleOf(prints.map(({ paper }) => paper)) : WHITE,
    blur: middleOf(prints.map(({ blur }) => blur)),
  }
}

/** A picture so far out of focus that no words were found has no sharp edge anywhere. */
function withoutWords(grey: PageImage): PictureProblem {
  if (grey.background <= DARK.paper) return 'dark'
  const edges = blocksOf(grey).flatMap(({ contrast, edge }) => (contrast >= BLOCKS.contrast ? [edge] : []))
  if (edges.length < BLOCKS.least * BLOCKS.each ** 2) return 'no receipt'
  const sharpest = edges.toSorted((one, other) => one - other)[Math.floor(BLOCKS.sharpest * edges.length)] ?? 0
  return sharpest >= OUT_OF_FOCUS * Math.min(grey.width, grey.height) ? 'blurred' : 'no receipt'
}

function blocksOf(grey: PageImage): Print[] {
  const size = 1 / BLOCKS.each
  return Array.from({ length: BLOCKS.each ** 2 }, (_, index) => {
    const [left, top] = [(index % BLOCKS.each) * size, Math.floor(index / BLOCKS.each) * size]
    return printAt(grey, { left, top, width: size, height: size })
  }).filter((print) => print !== undefined)
}

function isProse({ rows, words, unread }: Seen): boolean {
  const digits = rows.reduce((sum, { text }) => sum + text.replace(/\D/g, '').length, 0)
  return unread <= PROSE.unread && digits < PROSE.digits * signsIn(words)
}

function hasAmountOrDate(rows: Row[]): boolean {
  return rows.some((row) => DATE.test(row.text) || amountsIn(row).some(({ how }) => how === 'clear'))
}

/** The total and the date are what matters most. */
function hasTotalAndDate({ rows, labels }: Seen): boolean {
  const hasTotal = rows.some(
    (row, index) =>
      TOTALS.includes(labels[index] ?? 'item') &&
      amountsIn(row).some(({ how, confidence }) => how === 'clear' && confidence >= CLEAR),
  )
  const isDated = ({ words, text }: Row) =>
    DATE.test(text) && words.some((word) => /\d/.test(word.text) && word.confidence >= CLEAR)
  return hasTotal && rows.some(isDated)
}

function isCutOff(grey: PageImage, seen: Seen): boolean {
  const line = middleOf(seen.words.map(({ box }) => Math.min(box.width * grey.width, box.height * grey.height)))
  const cut = cutsThrough(grey, seen.words, line)
  return Math.max(...Object.values(cut)) >= CUT_LINES * line || isUnfinished(grey, seen, line)
}

/** How many pixels of each side of the picture run through words. */
function cutsThrough(grey: PageImage, words: Word[], line: number): Record<Side, number> {
  const { width, height } = grey
  const cut = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const { box } of words) {
    const [right, bottom] = [1 - box.left - box.width, 1 - box.top - box.height]
    if (Math.min(box.left * width, right * width, box.top * height, bottom * height) > line) continue
    for (const side of printAt(grey, box)?.cut ?? [])
      cut[side] += side === 'left' || side === 'right' ? box.height * height : box.width * width
  }
  return cut
}

function isUnfinished(grey: PageImage, { rows, labels, words, unread }: Seen, line: number): boolean {
  const lowest = Math.max(...words.map(({ box }) => box.top + box.height))
  const isAtEnd = ({ text }: Row, index: number) =>
    (AT_THE_END.includes(labels[index] ?? 'item') || /total|jumlah/i.test(text)) &&
    rows.slice(index, index + 2).some((row) => amountsIn(row).length > 0)
  return (
    rows.length >= UNFINISHED.rows &&
    unread < UNFINISHED.unread &&
    (1 - lowest) * grey.height < UNFINISHED.lines * line &&
    !rows.some(isAtEnd)
  )
}

function signsIn(words: Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0)
}

function middleOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

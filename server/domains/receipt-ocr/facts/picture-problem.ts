import type { PageImage } from '../../../platform/ocr/grayscale.ts'
import type { Row, Word } from '../../../platform/ocr/page.ts'
import type { PictureProblem } from '../ocr-result.ts'
import { findAmounts } from './amounts.ts'
import { type ImageQuality, measureQuality, type Side } from './image-quality.ts'
import { classifyRow, type Label, TOTAL_LABELS } from './labels.ts'

const WORDS_TO_MEASURE = 40
const MIN_CONFIDENCE = 0.7
const FEW_WORDS = 12
const FEW_CLEAR_WORDS = 3
/** A page of text without amounts and dates is no receipt if it was read this well and has so few digits. */
const PROSE = { unread: 0.15, digits: 0.05 }
/** The thresholds were set on degraded copies of twenty receipts; clear pictures are far from one of each pair. */
const DARK = { background: 65, unread: 0.4 }
/** OCR still reads what a reviewer can hardly see: paper this dark, a fifth of white, is always a problem. */
const VERY_DARK = 56
const WHITE = 255
const BLURRED = { blur: 0.09, unread: 0.5 }
/** Without words, the picture is divided into blocks, and those with contrast are measured. */
const BLOCKS = { each: 20, contrast: 30, least: 0.03, sharpest: 0.1 }
/** The width of the sharpest edges of a picture out of focus, as a share of its narrow side. */
const OUT_OF_FOCUS = 0.007
/** How much of the text a side of the picture must cut through, in heights of a line. */
const CUT_LINES = 2
/** If the rows end so few lines above the lower edge, without a total, the rest is missing. */
const UNFINISHED = { lines: 2, rows: 6, unread: 0.5 }

const END_LABELS: Label[] = [...TOTAL_LABELS, 'paid', 'change']
const DATE =
  /(?<!\d)\d{1,4} ?[-/.] ?(?:\d{1,2}|[a-z]{3,9}) ?[-/.] ?\d{2,4}(?!\d)|\d ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

type Measures = {
  rows: Row[]
  labels: Label[]
  words: Word[]
  clear: number
  /** The share of characters in words of low confidence. */
  unread: number
  /** White if no word is large enough to measure. */
  background: number
  blur: number
}

/** Why a picture is hard to read, by its pixels and the rows that OCR found; undefined if it is not. */
export function findPictureProblem(page: PageImage, rows: Row[]): PictureProblem | undefined {
  const measures = measure(page, rows)
  const hasNoFigures = !hasAmountOrDate(rows)
  const hasNoContent = hasNoFigures && measures.labels.every((label) => label === 'item')
  if (hasNoContent && measures.words.length < FEW_WORDS) return findProblemWithoutWords(page)
  if (hasNoFigures && isProse(measures)) return 'no receipt'
  if (measures.background <= VERY_DARK) return 'dark'
  if (hasTotalAndDate(measures)) return undefined
  if (measures.background <= DARK.background && measures.unread >= DARK.unread) return 'dark'
  if (measures.blur >= BLURRED.blur && measures.unread >= BLURRED.unread) return 'blurred'
  if (hasNoContent && measures.clear < FEW_CLEAR_WORDS) return 'no receipt'
  return isCutOff(page, measures) ? 'cut off' : undefined
}

function measure(page: PageImage, rows: Row[]): Measures {
  const words = rows.flatMap((row) => row.words)
  const every = Math.max(1, Math.ceil(words.length / WORDS_TO_MEASURE))
  const qualities = words
    .filter((_, index) => index % every === 0)
    .flatMap(({ box }) => measureQuality(page, box) ?? [])
  const unclear = words.filter(({ confidence }) => confidence < MIN_CONFIDENCE)
  return {
    rows,
    labels: rows.map(({ text }) => classifyRow(text)),
    words,
    clear: words.length - unclear.length,
    unread: countCharacters(unclear) / Math.max(1, countCharacters(words)),
    background: qualities.length > 0 ? medianOf(qualities.map(({ background }) => background)) : WHITE,
    blur: medianOf(qualities.map(({ blur }) => blur)),
  }
}

/** A picture far out of focus, on which no words were found, has no sharp edges. */
function findProblemWithoutWords(page: PageImage): PictureProblem {
  if (page.background <= DARK.background) return 'dark'
  const edges = measureBlocks(page).flatMap(({ contrast, edge }) => (contrast >= BLOCKS.contrast ? [edge] : []))
  if (edges.length < BLOCKS.least * BLOCKS.each ** 2) return 'no receipt'
  const sharpest = edges.toSorted((one, other) => one - other)[Math.floor(BLOCKS.sharpest * edges.length)] ?? 0
  return sharpest >= OUT_OF_FOCUS * Math.min(page.width, page.height) ? 'blurred' : 'no receipt'
}

function measureBlocks(page: PageImage): ImageQuality[] {
  const size = 1 / BLOCKS.each
  return Array.from({ length: BLOCKS.each ** 2 }, (_, index) => {
    const [left, top] = [(index % BLOCKS.each) * size, Math.floor(index / BLOCKS.each) * size]
    return measureQuality(page, { left, top, width: size, height: size })
  }).filter((quality) => quality !== undefined)
}

function isProse({ rows, words, unread }: Measures): boolean {
  const digits = rows.reduce((sum, { text }) => sum + text.replace(/\D/g, '').length, 0)
  return unread <= PROSE.unread && digits < PROSE.digits * countCharacters(words)
}

function hasAmountOrDate(rows: Row[]): boolean {
  return rows.some((row) => DATE.test(row.text) || findAmounts(row).some(({ how }) => how === 'clear'))
}

function hasTotalAndDate({ rows, labels }: Measures): boolean {
  const hasTotal = rows.some(
    (row, index) =>
      TOTAL_LABELS.includes(labels[index] ?? 'item') &&
      findAmounts(row).some(({ how, confidence }) => how === 'clear' && confidence >= MIN_CONFIDENCE),
  )
  const isDated = ({ words, text }: Row) =>
    DATE.test(text) && words.some((word) => /\d/.test(word.text) && word.confidence >= MIN_CONFIDENCE)
  return hasTotal && rows.some(isDated)
}

function isCutOff(page: PageImage, measures: Measures): boolean {
  const line = medianOf(measures.words.map(({ box }) => Math.min(box.width * page.width, box.height * page.height)))
  const cut = measureCuts(page, measures.words, line)
  return Math.max(...Object.values(cut)) >= CUT_LINES * line || isUnfinished(page, measures, line)
}

function measureCuts(page: PageImage, words: Word[], line: number): Record<Side, number> {
  const { width, height } = page
  const cut = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const { box } of words) {
    const [right, bottom] = [1 - box.left - box.width, 1 - box.top - box.height]
    if (Math.min(box.left * width, right * width, box.top * height, bottom * height) > line) continue
    for (const side of measureQuality(page, box)?.cut ?? [])
      cut[side] += side === 'left' || side === 'right' ? box.height * height : box.width * width
  }
  return cut
}

function isUnfinished(page: PageImage, { rows, labels, words, unread }: Measures, line: number): boolean {
  const lowest = Math.max(...words.map(({ box }) => box.top + box.height))
  const isAtEnd = ({ text }: Row, index: number) =>
    (END_LABELS.includes(labels[index] ?? 'item') || /total|jumlah/i.test(text)) &&
    rows.slice(index, index + 2).some((row) => findAmounts(row).length > 0)
  return (
    rows.length >= UNFINISHED.rows &&
    unread < UNFINISHED.unread &&
    (1 - lowest) * page.height < UNFINISHED.lines * line &&
    !rows.some(isAtEnd)
  )
}

const countCharacters = (words: Word[]) => words.reduce((sum, { text }) => sum + text.length, 0)

const medianOf = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

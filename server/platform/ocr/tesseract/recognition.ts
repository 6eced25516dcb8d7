import { limitMemory, lowerPriority } from '../../workers/thread.ts'
import { type Corners, deskew, type Transform } from '../deskew.ts'
import type { PageImage } from '../grayscale.ts'
import type { Page, Row } from '../page.ts'
import type { TesseractInput } from '../run-ocr.ts'
import { openTesseract, type PlacedRow } from './tesseract.ts'

type Skew = { radians: number; rowHeight: number }
type Tesseract = Awaited<ReturnType<typeof openTesseract>>

/** Two passes over the same text err at different places: they differ in scale and in how they binarise. */
const PASSES = [
  { rowHeight: 36, threshold: 'otsu' },
  { rowHeight: 27, threshold: 'sauvola' },
] as const
/** A row by itself is recognised in a fraction of the time. */
const ROW_PASSES = [
  { rowHeight: 30, threshold: 'otsu' },
  { rowHeight: 44, threshold: 'sauvola' },
  { rowHeight: 36, threshold: 'sauvola' },
] as const
const QUARTER = Math.PI / 2
const QUARTERS = [0, 1, 3, 2]
const MIN_ROWS = 5
const MAX_SCALE = 3
const LEVEL_RADIANS = 0.005
const MARGIN = 0.2
const LEGIBLE = 0.3
const CLEAR = 0.6

/** Call it in a thread of its own, whose memory and priority it limits. Throws a RangeError `Memory limit`. */
export async function recognisePages(input: TesseractInput, use: (pages: Page[]) => void): Promise<void> {
  const memory = limitMemory(input.memoryBytes)
  lowerPriority()
  try {
    const until = processorTime() + input.milliseconds / 2
    use(recogniseUpright(input.page, await openTesseract(input.code), until))
  } catch (error) {
    throw memory.isReached ? new RangeError('Memory limit', { cause: error }) : error
  }
}

/** Tries the four orientations until one is legible, or this thread has used processor time `until`. */
function recogniseUpright(page: PageImage, tesseract: Tesseract, until: number): Page[] {
  let best: { pages: Page[]; legible: number } = { pages: [], legible: -1 }
  for (const quarters of QUARTERS) {
    const pages = recogniseTwice(page, quarters, tesseract)
    const legible = Math.max(...pages.map(legibility))
    if (legible > best.legible) best = { pages, legible }
    if (legible >= LEGIBLE || processorTime() > until) break
  }
  return best.pages
}

/** The processor time of this thread in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function recogniseTwice(page: PageImage, quarters: number, tesseract: Tesseract): Page[] {
  const skew = estimateSkew(page, quarters, tesseract)
  return PASSES.map(({ rowHeight, threshold }) => {
    const placed = tesseract.recognise(page, transformFor(skew, rowHeight), threshold)
    return {
      rows: placed.map(({ row }) => row),
      recogniseAgain: (row) => recogniseRowAgain(page, skew, placed[row], tesseract),
    }
  })
}

function recogniseRowAgain(page: PageImage, skew: Skew, placed: PlacedRow | undefined, tesseract: Tesseract): Row[] {
  if (!placed) return []
  const part = withMargin(placed.part)
  return ROW_PASSES.map(({ rowHeight, threshold }) =>
    tesseract.recogniseRow(page, transformFor(skew, rowHeight), threshold, part),
  )
}

/** Includes characters that were cut off at the ends of the row, and descenders. */
function withMargin({ x0, y0, x1, y1 }: Corners): Corners {
  const margin = (y1 - y0) * MARGIN
  return {
    x0: Math.max(0, x0 - margin),
    y0: Math.max(0, y0 - margin),
    x1: Math.min(1, x1 + margin),
    y1: Math.min(1, y1 + margin),
  }
}

function transformFor({ radians, rowHeight: found }: Skew, rowHeight: number): Transform {
  return { radians, scale: found === 0 ? 1 : Math.min(MAX_SCALE, rowHeight / found) }
}

/** One threshold cannot separate the text from a dark table around the paper; a local threshold can. */
function estimateSkew(picture: PageImage, quarters: number, tesseract: Tesseract): Skew {
  const turned = quarters * QUARTER
  const page = quarters === 0 ? picture : deskew(picture, { radians: turned, scale: 1 }).page
  const plain = tesseract.analyseLayout(page, 'otsu')
  const { radians, rowHeight } = plain.rows >= MIN_ROWS ? plain : tesseract.analyseLayout(page, 'sauvola')
  return { radians: turned + (Math.abs(radians) < LEVEL_RADIANS ? 0 : radians), rowHeight }
}

/** A row of stars, dashes or zeros looks the same either way up. */
const SAME_SIGNS = /^(?:[^A-Za-z0-9]*|(.)\1+)$/

/** The share of the characters that are in clear, whole words. */
function legibility({ rows }: Page): number {
  const words = rows.flatMap((row) => row.words).filter(({ text }) => !SAME_SIGNS.test(text))
  const countCharacters = (some: typeof words) => some.reduce((sum, { text }) => sum + text.length, 0)
  const clear = words.filter(({ text, confidence }) => confidence >= CLEAR && /[A-Za-z]{3}|\d{2}/.test(text))
  return countCharacters(clear) / Math.max(1, countCharacters(words))
}

import type { Page, Row } from '../../platform/ocr/rows.ts'
import { type Corners, type Grey, straightened } from '../../platform/ocr/straighten.ts'
import type { openTesseract, PlacedRow } from '../../platform/ocr/tesseract/tesseract.ts'

type Lie = { radians: number; rowHeight: number }
type Tesseract = Awaited<ReturnType<typeof openTesseract>>

/** Two readings of the same print err at different places: at another size, told from the paper in another way. */
const PASSES = [
  { rowHeight: 36, threshold: 'otsu' },
  { rowHeight: 27, threshold: 'sauvola' },
] as const
/** A row by itself is read in a fraction of the time. */
const LOOKS = [
  { rowHeight: 30, threshold: 'otsu' },
  { rowHeight: 44, threshold: 'sauvola' },
  { rowHeight: 36, threshold: 'sauvola' },
] as const
const QUARTER = Math.PI / 2
const QUARTERS = [0, 1, 3, 2]
const ROWS_AT_LEAST = 5
const LARGEST_SCALE = 3
const LEVEL_RADIANS = 0.005
const MARGIN = 0.2
const LEGIBLE = 0.3
const CLEAR = 0.6

/** Reads a picture twice, turned as its print stands; where neither is legible, turned by quarters until one is, or it is `until`. */
export function pagesOf(grey: Grey, tesseract: Tesseract, until: number): Page[] {
  let best: { pages: Page[]; legible: number } = { pages: [], legible: -1 }
  for (const quarters of QUARTERS) {
    const pages = twice(grey, quarters, tesseract)
    const legible = Math.max(...pages.map(legibility))
    if (legible > best.legible) best = { pages, legible }
    if (legible >= LEGIBLE || performance.now() > until) break
  }
  return best.pages
}

function twice(grey: Grey, quarters: number, tesseract: Tesseract): Page[] {
  const lie = stanceOf(grey, quarters, tesseract)
  return PASSES.map(({ rowHeight, threshold }) => {
    const placed = tesseract.read(grey, stanceAt(lie, rowHeight), threshold)
    return { rows: placed.map(({ row }) => row), readAnew: (line) => readAnew(grey, lie, placed[line], tesseract) }
  })
}

function readAnew(grey: Grey, lie: Lie, placed: PlacedRow | undefined, tesseract: Tesseract): Row[] {
  if (!placed) return []
  const part = withMargin(placed.part)
  return LOOKS.map(({ rowHeight, threshold }) => tesseract.readRow(grey, stanceAt(lie, rowHeight), threshold, part))
}

/** Letters that were cut off at its ends, and the tails below. */
function withMargin({ x0, y0, x1, y1 }: Corners): Corners {
  const margin = (y1 - y0) * MARGIN
  return {
    x0: Math.max(0, x0 - margin),
    y0: Math.max(0, y0 - margin),
    x1: Math.min(1, x1 + margin),
    y1: Math.min(1, y1 + margin),
  }
}

function stanceAt({ radians, rowHeight: found }: Lie, rowHeight: number) {
  return { radians, scale: found === 0 ? 1 : Math.min(LARGEST_SCALE, rowHeight / found) }
}

/** How the print stands. On a dark table one shade does not tell it from its paper: then each place is judged by itself. */
function stanceOf(grey: Grey, quarters: number, tesseract: Tesseract): Lie {
  const turned = quarters * QUARTER
  const page = quarters === 0 ? grey : straightened(grey, { radians: turned, scale: 1 }).page
  const plain = tesseract.lieOf(page, 'otsu')
  const { radians, rowHeight } = plain.rows >= ROWS_AT_LEAST ? plain : tesseract.lieOf(page, 'sauvola')
  return { radians: turned + (Math.abs(radians) < LEVEL_RADIANS ? 0 : radians), rowHeight }
}

/** How much of what was read are whole words that are clear. */
function legibility({ rows }: Page): number {
  const words = rows.flatMap((row) => row.words)
  const signs = (some: typeof words) => some.reduce((sum, { text }) => sum + text.length, 0)
  const clear = words.filter(({ text, confidence }) => confidence >= CLEAR && /[A-Za-z]{3}|\d{2}/.test(text))
  return signs(clear) / Math.max(1, signs(words))
}

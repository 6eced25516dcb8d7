import { dotsOf } from './receipt-font.ts'
import type { Receipt, SlipLine } from './receipt-lines.ts'
import { columns, LARGE_SCALE, slipLines } from './receipt-lines.ts'

/** A picture in memory: RGBA, one byte a channel. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

const dot = { width: 3, height: 4 }
const advance = 6 * dot.width
const margin = 28
const codeHeight = 84
const heights = { plain: 40, bold: 44, large: 58 }
/** The share of a dot's ink that makes a pixel black. Bold print needs less. */
const INK_THRESHOLD = 0.42
const BOLD_BONUS = 0.12

/** Prints the receipt on off-white thermal paper with torn top and bottom edges. Everything else is transparent. */
export function printSlip(receipt: Receipt): Pixels {
  const lines = slipLines(receipt)
  const textHeight = lines.reduce((sum, line) => sum + heights[line.style], 0)
  const slip = blankPaper(columns * advance + 2 * margin, textHeight + codeHeight + 150, receipt.invoice)
  let y = 62
  for (const line of lines) {
    printLine(slip, line, margin, y)
    y += heights[line.style]
  }
  printBars(slip, receipt.invoice, y + 14)
  return slip
}

function blankPaper(width: number, height: number, seed: string): Pixels {
  const random = seededRandom(`${seed} paper`)
  const data = new Uint8ClampedArray(width * height * 4)
  const [top, bottom] = [tear(width, random), tear(width, random)]
  const fold = height * (0.35 + random() * 0.3)
  const [lean, shade] = [(random() - 0.5) * 26, 0.45 + random() * 0.25]
  for (let y = 0; y < height; y++) {
    const crease = Math.max(0, 1 - Math.abs(y - fold) / 7) * (y < fold ? 10 : -16)
    const dusk = Math.max(0, y / height - shade) * 70
    for (let x = 0; x < width; x++) {
      if (y < (top[x] ?? 0) || y >= height - (bottom[x] ?? 0)) continue
      const tone = 244 + crease + (x / width - 0.5) * lean - dusk + (random() - 0.5) * 6
      paint(data, (y * width + x) * 4, tone, tone - 3, tone - 11)
    }
  }
  return { width, height, data }
}

/** The depth of the torn edge at each column: teeth on a slow wave. */
function tear(width: number, random: () => number): number[] {
  const wave = random() * 6
  return Array.from({ length: width }, (_, x) => Math.round(Math.abs((x % 16) - 8) + 5 + 4 * Math.sin(x / 90 + wave)))
}

function printLine(slip: Pixels, { text, style }: SlipLine, x: number, y: number): void {
  const times = style === 'large' ? LARGE_SCALE : 1
  const weight = style === 'bold' ? BOLD_BONUS : 0
  ;[...text].forEach((character, at) => {
    printCharacter(slip, dotsOf(character), { x: x + at * advance * times, y, times, weight })
  })
}

type Place = { x: number; y: number; times: number; weight: number }

/** Ink runs between neighbouring dots, so that slanted lines have no steps. */
function printCharacter(slip: Pixels, dots: readonly number[], { x, y, times, weight }: Place): void {
  const [wide, high] = [dot.width * times, dot.height * times]
  for (let row = -Math.ceil(high); row < 8 * high; row++) {
    for (let column = -Math.ceil(wide); column < 6 * wide; column++) {
      const ink = inkAt(dots, (column + 0.5) / wide - 0.5, (row + 0.5) / high - 0.5)
      if (ink > INK_THRESHOLD - weight) blacken(slip, x + column, y + row)
    }
  }
}

/** How much ink of the four dots around a pixel reaches it. */
function inkAt(dots: readonly number[], column: number, row: number): number {
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [right, below] = [column - left, row - top]
  const upper = dotAt(dots, left, top) * (1 - right) + dotAt(dots, left + 1, top) * right
  const lower = dotAt(dots, left, top + 1) * (1 - right) + dotAt(dots, left + 1, top + 1) * right
  return upper * (1 - below) + lower * below
}

function dotAt(dots: readonly number[], column: number, row: number): number {
  return column >= 0 && column < 5 ? ((dots[row] ?? 0) >> (4 - column)) & 1 : 0
}

function printBars(slip: Pixels, invoice: string, y: number): void {
  const random = seededRandom(`${invoice} bars`)
  const end = slip.width - 170
  for (let x = 170; x < end; ) {
    const width = 3 * (1 + Math.floor(random() * 3))
    burn(slip, x, y, Math.min(width, end - x), codeHeight)
    x += width + 3 * (1 + Math.floor(random() * 2))
  }
}

function burn(slip: Pixels, left: number, top: number, width: number, height: number): void {
  for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) blacken(slip, x, y)
}

/** Thermal ink is neither quite black nor even. */
function blacken(slip: Pixels, x: number, y: number): void {
  const ink = 44 + ((x * 7 + y * 3) % 17)
  paint(slip.data, (y * slip.width + x) * 4, ink, ink, ink + 8)
}

function paint(data: Pixels['data'], at: number, red: number, green: number, blue: number): void {
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
  data[at + 3] = 255
}

/** A repeatable source of numbers in [0, 1): the same seed always gives the same numbers (FNV-1a into mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = hashOf(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return hash
}

import { dotsOf } from './receipt-font.ts'
import type { Receipt, SlipLine } from './receipt-lines.ts'
import { columns, slipLines } from './receipt-lines.ts'
import { seeded } from './seeded.ts'

/** A picture in memory: RGBA, one byte a channel. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

const dot = { width: 3, height: 4 }
const advance = 6 * dot.width
const margin = 28
const codeHeight = 84
const heights = { plain: 40, bold: 44, wide: 72 }

/** Prints the slip on off-white thermal paper, torn above and below; what is not paper is transparent. */
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
  const random = seeded(`${seed} paper`)
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

/** How deep the tear bites at each column: the cutter's teeth with a slow wave under them. */
function tear(width: number, random: () => number): number[] {
  const wave = random() * 6
  return Array.from({ length: width }, (_, x) => Math.round(Math.abs((x % 16) - 8) + 5 + 4 * Math.sin(x / 90 + wave)))
}

function printLine(slip: Pixels, { text, style }: SlipLine, x: number, y: number): void {
  const times = style === 'wide' ? 2 : 1
  const struck = style === 'bold' ? 1 : 0
  ;[...text].forEach((sign, at) => {
    dotsOf(sign).forEach((row, line) => {
      for (let column = 0; column < 5; column++) {
        if ((row & (16 >> column)) === 0) continue
        burn(
          slip,
          x + (at * 6 + column) * dot.width * times,
          y + line * dot.height * times,
          dot.width * times + struck,
          dot.height * times,
        )
      }
    })
  })
}

function printBars(slip: Pixels, invoice: string, y: number): void {
  const random = seeded(`${invoice} bars`)
  const end = slip.width - 170
  for (let x = 170; x < end; ) {
    const width = 3 * (1 + Math.floor(random() * 3))
    burn(slip, x, y, Math.min(width, end - x), codeHeight)
    x += width + 3 * (1 + Math.floor(random() * 2))
  }
}

/** Darkens a box of paper; the last row stays lighter, as the printer's dots leave it. */
function burn(slip: Pixels, left: number, top: number, width: number, height: number): void {
  for (let y = top; y < top + height; y++) {
    const ink = y === top + height - 1 ? 96 : 44 + ((left * 7 + y * 3) % 17)
    for (let x = left; x < left + width; x++) paint(slip.data, (y * slip.width + x) * 4, ink, ink, ink + 8)
  }
}

function paint(data: Pixels['data'], at: number, red: number, green: number, blue: number): void {
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
  data[at + 3] = 255
}

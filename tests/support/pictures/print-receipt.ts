import sharp from 'sharp'
import { placeOnTable } from './paper-on-table.ts'
import { glyphOf, trimGlyph } from './receipt-font.ts'

/** A text that starts or ends at `at`, from 0 to 1 of the paper's width, or is centred there. */
export type Cell = { text: string; at: number; to: 'right' | 'left' | 'both' }

/** `wide` is printReceipt with letters of double width, `tall` of double height, `bold` with more ink. */
export type Line = { cells: Cell[]; style: 'plain' | 'bold' | 'wide' | 'tall' }

/** A printer: characters in a line, size of its dots, fixed or proportional width, space between lines, and darkness of its ink. */
export type Printer = {
  columns: number
  dotWidth: number
  dotHeight: number
  proportional: boolean
  gap: number
  ink: number
}

const ADVANCE = 6
const MARGIN = 12
const TOP = 16
const HARD = 2.2
const BOLD_INK = 150
const GREY = { r: 120, g: 118, b: 115 }

type Dots = { data: Buffer; width: number; height: number }

/** A receipt as a scanner or a phone sees it, as JPEG. The same `chance` gives the same picture. */
export async function printReceipt(lines: Line[], printer: Printer, chance: () => number): Promise<Buffer> {
  const dots = dotsOf(lines, printer)
  const size = {
    width: Math.round(dots.width * printer.dotWidth),
    height: Math.round(dots.height * printer.dotHeight),
  }
  const ink = await sharp(dots.data, { raw: { width: dots.width, height: dots.height, channels: 1 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .linear(HARD, 128 * (1 - HARD))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const { data, width, height } = placeOnTable({ ink, ...size, tone: printer.ink }, chance)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .rotate((chance() - 0.5) * 3, { background: GREY })
    .blur(0.4 + 0.3 * chance())
    .jpeg({ quality: 80 })
    .toBuffer()
}

function dotsOf(lines: Line[], printer: Printer): Dots {
  const heights = lines.map(({ style }) => (9 + printer.gap) * (style === 'tall' ? 2 : 1))
  const width = printer.columns * ADVANCE + 2 * MARGIN
  const height = heights.reduce((sum, one) => sum + one, 2 * TOP)
  const dots = { data: Buffer.alloc(width * height), width, height }
  let y = TOP
  for (const [index, line] of lines.entries()) {
    for (const cell of line.cells) printCell(dots, cell, { style: line.style, y, printer })
    y += heights[index] ?? 0
  }
  return dots
}

type Place = { style: Line['style']; y: number; printer: Printer }

function printCell(dots: Dots, { text, at, to }: Cell, { style, y, printer }: Place): void {
  const glyphs = [...text].map((char) => (printer.proportional ? trimGlyph(glyphOf(char)) : glyphOf(char)))
  const [across, down] = [style === 'wide' ? 2 : 1, style === 'tall' ? 2 : 1]
  const length = glyphs.reduce((sum, { width }) => sum + (width + 1) * across, -across)
  const from = MARGIN + at * (dots.width - 2 * MARGIN)
  let x = Math.round(from - (to === 'right' ? 0 : to === 'left' ? length : length / 2))
  for (const { rows, width } of glyphs) {
    for (const [row, bits] of rows.entries())
      for (let column = 0; column < width; column += 1)
        if ((bits >> (width - 1 - column)) & 1)
          blacken(dots, { x: x + column * across, y: y + row * down, across, down, bold: style === 'bold' })
    x += (width + 1) * across
  }
}

type Dot = { x: number; y: number; across: number; down: number; bold: boolean }

function blacken({ data, width }: Dots, { x, y, across, down, bold }: Dot): void {
  for (let row = y; row < y + down; row += 1) {
    for (let column = x; column < x + across; column += 1)
      if (column >= 0 && column < width) data[row * width + column] = 255
    const beside = row * width + x + across
    if (bold && x + across < width) data[beside] = Math.max(data[beside] ?? 0, BOLD_INK)
  }
}

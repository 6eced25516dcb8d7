import sharp from 'sharp'
import { glyphOf, narrowed } from './slip-letters.ts'
import { laidDown } from './slip-table.ts'

/** A text of a line, from or up to a place between 0 and 1 of the paper's width, or around its middle. */
export type Cell = { text: string; at: number; to: 'right' | 'left' | 'both' }

/** `wide` is printed with letters of double width, `tall` of double height, `bold` with more ink. */
export type Line = { cells: Cell[]; style: 'plain' | 'bold' | 'wide' | 'tall' }

/** How a till prints: signs in a line, how large a dot comes out, letters of one width or of their own, and how fresh the ink is. */
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

/** The slip as a scanner or a telephone takes it: a JPEG, always the same for the same `chance`. */
export async function printed(lines: Line[], printer: Printer, chance: () => number): Promise<Buffer> {
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
  const { data, width, height } = laidDown({ ink, ...size, tone: printer.ink }, chance)
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
  const glyphs = [...text].map((sign) => (printer.proportional ? narrowed(glyphOf(sign)) : glyphOf(sign)))
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

import type { Box, Word } from '../../../domains/receipt-ocr/ocr-result.ts'
import { type Row, rowOf } from '../rows.ts'
import type { Rectangle } from './boxes.ts'
import type { MailMessage } from './letters.ts'
import type { Line } from './lines.ts'

/** Letters belong to two words where they stand so many times as far apart as others of the line, and so many steps further. */
const APART = { times: 1.7, steps: 2.5 }
/** Two lines are one row where their middles are no further apart than this share of the lower one's height. */
const BESIDE = 0.5

type Size = { width: number; height: number }
/** A line beside others: where it begins and ends along the print, and how far down at each end. */
type Piece = { words: Word[]; from: number; to: number; downAtStart: number; downAtEnd: number; height: number }

/** The rows of a page's lines, from top to bottom; places are fractions of the page. */
export function rowsOfLines(lines: Line[], page: Size): Row[] {
  const radians = leanOf(lines)
  const rows: Piece[][] = []
  const pieces = lines.map((line) => pieceOf(line, radians, page)).filter(({ words }) => words.length > 0)
  for (const piece of pieces.toSorted((one, other) => one.from - other.from)) {
    const row = nearest(rows, piece)
    if (row) row.push(piece)
    else rows.push([piece])
  }
  return rows
    .toSorted((one, other) => downOf(one) - downOf(other))
    .map((row) => rowOf(row.flatMap(({ words }) => words)))
}

/** How far the print leans: as most of its length does. */
function leanOf(lines: Line[]): number {
  const sorted = lines.toSorted((one, other) => one.box.radians - other.box.radians)
  const half = sorted.reduce((sum, { box }) => sum + box.length, 0) / 2
  let before = 0
  for (const { box } of sorted) {
    before += box.length
    if (before >= half) return box.radians
  }
  return 0
}

function pieceOf(line: Line, lean: number, page: Size): Piece {
  const { box } = line
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)]
  const [along, down] = [box.x * cos + box.y * sin, box.y * cos - box.x * sin]
  const rise = (Math.sin(box.radians - lean) * box.length) / 2
  return {
    words: wordsOf(line, page),
    from: along - box.length / 2,
    to: along + box.length / 2,
    downAtStart: down - rise,
    downAtEnd: down + rise,
    height: box.height,
  }
}

/** The row whose end this line goes on from. */
function nearest(rows: Piece[][], piece: Piece): Piece[] | undefined {
  const apart = (row: Piece[]) => Math.abs((row.at(-1)?.downAtEnd ?? 0) - piece.downAtStart)
  const beside = rows.filter((row) => {
    const last = row.at(-1)
    return last && apart(row) < BESIDE * Math.min(last.height, piece.height) && last.to < piece.from + piece.height
  })
  return beside.toSorted((one, other) => apart(one) - apart(other))[0]
}

function downOf(row: Piece[]): number {
  return row.reduce((sum, { downAtStart, downAtEnd }) => sum + downAtStart + downAtEnd, 0) / (2 * row.length)
}

/** A line's words: between spaces, and where its letters stand apart. */
function wordsOf({ box, letters, steps }: Line, page: Size): Word[] {
  const gaps = letters.slice(1).map(({ step }, index) => step - (letters[index]?.step ?? 0))
  const usual = gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 1
  const least = Math.max(usual * APART.times, usual + APART.steps)
  const words: MailMessage[][] = [[]]
  for (const [index, letter] of letters.entries()) {
    if (letter.sign === ' ' || (gaps[index - 1] ?? 0) >= least) words.push([])
    if (letter.sign !== ' ') words.at(-1)?.push(letter)
  }
  return words.flatMap(([first, ...others]) => {
    if (!first) return []
    const [from, to] = [first.step + 0.5 - usual / 2, (others.at(-1) ?? first).step + 0.5 + usual / 2]
    const [start, end] = [Math.max(0, from / steps) - 0.5, Math.min(1, to / steps) - 0.5]
    return wordOf([first, ...others], placeOf(box, start, end, page))
  })
}

function wordOf(letters: MailMessage[], box: Box): Word {
  const confidence = Math.min(...letters.map((letter) => letter.confidence))
  return { text: letters.map(({ sign }) => sign).join(''), confidence: Math.round(100 * confidence) / 100, box }
}

/** The place of a part of a slanted line, by its ends along it. */
function placeOf({ x, y, length, height, radians }: Rectangle, from: number, to: number, page: Size): Box {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const corners = [from * length, to * length].flatMap((along) =>
    [-height / 2, height / 2].map((across) => ({
      x: (x + along * cos - across * sin) / page.width,
      y: (y + along * sin + across * cos) / page.height,
    })),
  )
  const [left, right] = reach(corners.map((corner) => corner.x))
  const [top, bottom] = reach(corners.map((corner) => corner.y))
  return { left, top, width: fraction(right - left), height: fraction(bottom - top) }
}

function reach(values: number[]): [number, number] {
  return [fraction(Math.min(...values)), fraction(Math.max(...values))]
}

function fraction(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000
}

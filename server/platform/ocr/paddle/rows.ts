import { type Box, boxAround, type Row, toRow, type Word } from '../page.ts'
import type { RotatedBox } from './detection.ts'
import type { Character, Line } from './recognition.ts'

/** A word ends at a gap that is so many times the usual step of the line, and so many steps longer. */
const GAP = { times: 1.7, steps: 2.5 }
/** Two lines are one row if their ends are at most this share of the smaller height apart. */
const ROW_TOLERANCE = 0.5

type Size = { width: number; height: number }
/** A line within its row: its ends along the text, and how far down it is at each end. */
type Piece = { words: Word[]; from: number; to: number; downAtStart: number; downAtEnd: number; height: number }

/** Groups the lines of a page into rows, from top to bottom. Boxes become fractions of the page. */
export function groupIntoRows(lines: Line[], page: Size): Row[] {
  const radians = estimateSkew(lines)
  const rows: Piece[][] = []
  const pieces = lines.map((line) => toPiece(line, radians, page)).filter(({ words }) => words.length > 0)
  for (const piece of pieces.toSorted((one, other) => one.from - other.from)) {
    const row = findRow(rows, piece)
    if (row) row.push(piece)
    else rows.push([piece])
  }
  return rows
    .toSorted((one, other) => meanDown(one) - meanDown(other))
    .map((row) => toRow(row.flatMap(({ words }) => words)))
}

/** The skew of the page: the median angle, weighted by length. */
function estimateSkew(lines: Line[]): number {
  const sorted = lines.toSorted((one, other) => one.box.radians - other.box.radians)
  const half = sorted.reduce((sum, { box }) => sum + box.length, 0) / 2
  let before = 0
  for (const { box } of sorted) {
    before += box.length
    if (before >= half) return box.radians
  }
  return 0
}

function toPiece(line: Line, skew: number, page: Size): Piece {
  const { box } = line
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)]
  const [along, down] = [box.x * cos + box.y * sin, box.y * cos - box.x * sin]
  const rise = (Math.sin(box.radians - skew) * box.length) / 2
  return {
    words: splitIntoWords(line, page),
    from: along - box.length / 2,
    to: along + box.length / 2,
    downAtStart: down - rise,
    downAtEnd: down + rise,
    height: box.height,
  }
}

function findRow(rows: Piece[][], piece: Piece): Piece[] | undefined {
  const distance = (row: Piece[]) => Math.abs((row.at(-1)?.downAtEnd ?? 0) - piece.downAtStart)
  const beside = rows.filter((row) => {
    const last = row.at(-1)
    return (
      last && distance(row) < ROW_TOLERANCE * Math.min(last.height, piece.height) && last.to < piece.from + piece.height
    )
  })
  return beside.toSorted((one, other) => distance(one) - distance(other))[0]
}

function meanDown(row: Piece[]): number {
  return row.reduce((sum, { downAtStart, downAtEnd }) => sum + downAtStart + downAtEnd, 0) / (2 * row.length)
}

function splitIntoWords({ box, characters, steps }: Line, page: Size): Word[] {
  const gaps = characters.slice(1).map(({ step }, index) => step - (characters[index]?.step ?? 0))
  const usualStep = gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 1
  const minGap = Math.max(usualStep * GAP.times, usualStep + GAP.steps)
  const words: Character[][] = [[]]
  for (const [index, character] of characters.entries()) {
    if (character.char === ' ' || (gaps[index - 1] ?? 0) >= minGap) words.push([])
    if (character.char !== ' ') words.at(-1)?.push(character)
  }
  return words.flatMap(([first, ...others]) => {
    if (!first) return []
    const [from, to] = [first.step + 0.5 - usualStep / 2, (others.at(-1) ?? first).step + 0.5 + usualStep / 2]
    const [start, end] = [Math.max(0, from / steps) - 0.5, Math.min(1, to / steps) - 0.5]
    return toWord([first, ...others], boxOf(box, start, end, page))
  })
}

function toWord(characters: Character[], box: Box): Word {
  const confidence = Math.min(...characters.map((character) => character.confidence))
  return { text: characters.map(({ char }) => char).join(''), confidence: Math.round(100 * confidence) / 100, box }
}

function boxOf({ x, y, length, height, radians }: RotatedBox, from: number, to: number, page: Size): Box {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const corners = [from * length, to * length].flatMap((along) =>
    [-height / 2, height / 2].map((across) => ({
      x: (x + along * cos - across * sin) / page.width,
      y: (y + along * sin + across * cos) / page.height,
    })),
  )
  return boxAround(corners)
}

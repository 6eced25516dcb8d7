import type { Box, Word } from '../../domains/receipt-ocr/ocr-result.ts'

/** A line of print, from left to right. */
export type Row = { words: Word[]; text: string }

/** The rows of one reading, and what one of them says when it is read anew in some other ways. */
export type Page = { rows: Row[]; readAnew: (line: number) => Row[] }

export function rowOf(words: Word[]): Row {
  return { words, text: words.map((word) => word.text).join(' ') }
}

/** The rows of words that stand in the order of reading. */
export function rowsOf(words: Word[]): Row[] {
  const rows: Word[][] = []
  for (const word of words) {
    const row = rows.at(-1)
    const before = row?.at(-1)
    if (row && before && isBeside(before.box, word.box)) row.push(word)
    else rows.push([word])
  }
  return rows.map(rowOf)
}

function isBeside(before: Box, next: Box): boolean {
  const apart = Math.abs(middleOf(before).y - middleOf(next).y)
  return next.left >= before.left && apart < Math.max(before.height, next.height) / 2
}

/** Whether the middle of one place is within another. */
export function isInside(one: Box, other: Box): boolean {
  const { x, y } = middleOf(one)
  return x >= other.left && x <= other.left + other.width && y >= other.top && y <= other.top + other.height
}

function middleOf({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + height / 2 }
}

/** The words that stand at these places of the row's text. */
export function wordsAt(row: Row, start: number, end: number): Word[] {
  let at = 0
  return row.words.filter((word) => {
    const begins = at
    at += word.text.length + 1
    return begins < end && begins + word.text.length > start
  })
}

/** The smallest place that holds them all. */
export function boxAround(words: Word[]): Box {
  const left = Math.min(...words.map(({ box }) => box.left))
  const top = Math.min(...words.map(({ box }) => box.top))
  const right = Math.max(...words.map(({ box }) => box.left + box.width))
  const bottom = Math.max(...words.map(({ box }) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** As sure as the least sure of them. */
export function confidenceOf(words: Word[]): number {
  return Math.min(...words.map((word) => word.confidence))
}

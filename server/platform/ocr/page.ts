/** A place on the upright picture, as fractions of its width and height. */
export type Box = { left: number; top: number; width: number; height: number }

/** `confidence` is from 0 to 1. */
export type Word = { text: string; confidence: number; box: Box }

export type Row = { words: Word[]; text: string }

/** One pass over a picture. `recogniseAgain` reads a row with other settings and returns what each gave. */
export type Page = { rows: Row[]; recogniseAgain: (row: number) => Row[] }

export const toRow = (words: Word[]) => ({ words, text: words.map((word) => word.text).join(' ') })

/** Groups words, given in reading order, into rows. */
export function groupIntoRows(words: Word[]): Row[] {
  const rows: Word[][] = []
  for (const word of words) {
    const row = rows.at(-1)
    const before = row?.at(-1)
    if (row && before && isBeside(before.box, word.box)) row.push(word)
    else rows.push([word])
  }
  return rows.map(toRow)
}

function isBeside(before: Box, next: Box): boolean {
  const distance = Math.abs(centreOf(before).y - centreOf(next).y)
  return next.left >= before.left && distance < Math.max(before.height, next.height) / 2
}

/** Whether the centre of one box lies within the other. */
export function isInside(one: Box, other: Box): boolean {
  const { x, y } = centreOf(one)
  return x >= other.left && x <= other.left + other.width && y >= other.top && y <= other.top + other.height
}

function centreOf({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + height / 2 }
}

export function wordsAt(row: Row, start: number, end: number): Word[] {
  let at = 0
  return row.words.filter((word) => {
    const begins = at
    at += word.text.length + 1
    return begins < end && begins + word.text.length > start
  })
}

export function boundingBox(words: Word[]): Box {
  const left = Math.min(...words.map(({ box }) => box.left))
  const top = Math.min(...words.map(({ box }) => box.top))
  const right = Math.max(...words.map(({ box }) => box.left + box.width))
  const bottom = Math.max(...words.map(({ box }) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

export const confidenceOf = (words: Word[]) => Math.min(...words.map((word) => word.confidence))

const fraction = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000

/** The part within the picture of the box around some points. */
export function boxAround(points: { x: number; y: number }[]): Box {
  const [xs, ys] = [points.map(({ x }) => fraction(x)), points.map(({ y }) => fraction(y))]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: fraction(Math.max(...xs) - left), height: fraction(Math.max(...ys) - top) }
}

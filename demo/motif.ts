import type { Tone } from './ink.ts'
import { fill, line } from './press.ts'
import { n } from './shapes.ts'

/** One printed part of a motif: which ink, path data in a box of 48 by 48, and a line's width where it is a line. */
export type Mark = readonly [ink: keyof Tone, path: string, line?: number]

/** The marks printed at a place: `x`, `y` is the upper left corner, `size` the side in user units. */
export function printed(marks: readonly Mark[], tone: Tone, x: number, y: number, size: number, turn = 0): string {
  const parts = marks.map((mark) => part(mark, tone)).join('')
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(size / 48)}) rotate(${n(turn)} 24 24)">${parts}</g>`
}

function part([ink, path, width]: Mark, tone: Tone): string {
  return width === undefined ? fill(tone[ink], path) : line(tone[ink], path, width)
}

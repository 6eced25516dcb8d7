import type { Tone } from './ink.ts'
import { inks } from './ink.ts'
import type { Mark } from './motif.ts'
import { printed } from './motif.ts'
import { dashes, faint, fill, line, rotated, sheet } from './press.ts'
import { seeded } from './seeded.ts'
import { bars, box, disc, n, slip } from './shapes.ts'

/** What every cover is drawn from. Covers are 640 by 360. */
export type Look = { seed: string; tone: Tone; emblem: readonly Mark[] }

/** A tick as a motif, for impressions and stamped places. */
export const tick: readonly Mark[] = [['main', 'M10 25 20 36 39 13', 6]]
export const star: readonly Mark[] = [
  ['main', 'M24 5l5.5 12.5L43 19l-10.5 9L36 42l-12-7.5L12 42l3.5-14L5 19l13.5-1.5z'],
]

/** Lines that stand for writing: `count` of them, ragged on the right. */
export function writing(seed: string, x: number, y: number, width: number, count: number, gap: number, colour: string) {
  const random = seeded(`${seed} writing ${x} ${y}`)
  const rows = Array.from(
    { length: count },
    (_, row) => `M${n(x)} ${n(y + row * gap)}h${n(width * (0.55 + random() * 0.45))}`,
  )
  return line(colour, rows.join(''), gap > 14 ? 5 : 3.4)
}

/** A rubber stamp's mark: two rings, ring of dots in place of letters, an emblem in the middle. */
export function impression(
  x: number,
  y: number,
  r: number,
  ink: string,
  emblem: readonly Mark[],
  turn: number,
): string {
  const rings = line(ink, disc(x, y, r), r * 0.07) + line(ink, disc(x, y, r * 0.62), r * 0.035)
  const letters = dashes(
    ink,
    disc(x, y, r * 0.81),
    r * 0.12,
    `${n(r * 0.1)} ${n(r * 0.2)} ${n(r * 0.02)} ${n(r * 0.19)}`,
  )
  const tone = { ground: inks.paper, main: ink, accent: ink }
  const middle = printed(emblem, tone, x - r * 0.38, y - r * 0.38, r * 0.76)
  return faint(0.88, rotated(turn, x, y, rings + letters + middle))
}

/** A till slip with writing, amounts and a bar code; torn below. */
export function tillSlip(seed: string, x: number, y: number, width: number, height: number): string {
  const inner = width - 36
  const rows = Math.floor((height - 110) / 16)
  const amounts = Array.from({ length: rows }, (_, row) => `M${n(x + width - 46)} ${n(y + 52 + row * 16)}h28`).join('')
  return (
    sheet(inks.paper, slip(x, y, width, height, 14)) +
    line(inks.ink, `M${n(x + width * 0.3)} ${n(y + 24)}h${n(width * 0.4)}`, 7) +
    faint(0.5, writing(seed, x + 18, y + 52, inner * 0.6, rows, 16, inks.ink) + line(inks.ink, amounts, 3.4)) +
    dashes(inks.ink, `M${n(x + 18)} ${n(y + height - 56)}h${n(inner)}`, 2, '6 6') +
    fill(inks.ink, bars(seed, x + width * 0.2, y + height - 42, width * 0.6, 26))
  )
}

/** Round places of a stamp card, `filled` of them stamped, the next one outlined strongly. */
export function places(
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: number,
  filled: number,
  tone: Tone,
  emblem: readonly Mark[],
) {
  const r = step * 0.39
  return Array.from({ length: columns * rows }, (_, at) => {
    const px = x + (at % columns) * step
    const py = y + Math.floor(at / columns) * step
    if (at > filled) return faint(0.35, dashes(tone.main, disc(px, py, r), 2, '5 5'))
    if (at === filled) return line(tone.accent, disc(px, py, r), 3)
    const stamped =
      fill(tone.main, disc(px, py, r)) +
      printed(emblem, { ...tone, main: tone.ground, ground: tone.main }, px - r * 0.62, py - r * 0.62, r * 1.24)
    return rotated(((at * 37) % 23) - 11, px, py, stamped)
  }).join('')
}

/** The ground of a cover: one ink, a large round of light, a table's edge below. */
export function ground({ seed, tone }: Look, table = 0): string {
  const random = seeded(`${seed} ground`)
  const light = disc(160 + random() * 320, 60 + random() * 160, 170 + random() * 60)
  const edge = table > 0 ? faint(0.14, fill(inks.ink, box(0, 360 - table, 640, table))) : ''
  return fill(tone.ground, box(0, 0, 640, 360)) + faint(0.09, fill(tone.main, light)) + edge
}

import type { Tone } from './ink.ts'
import { inks, turned } from './ink.ts'
import { dashes, fill, line } from './press.ts'
import { box, disc, perforated, rays, scalloped, ticket } from './shapes.ts'

/** What stands behind a logo's motif, in a square of 96: the drawing, the inks for the motif, and where it goes. */
type Frame = { back: string; tone: Tone; x: number; y: number; size: number }

/** The ways a logo is framed, each named after a thing made of paper or found on a shop front. */
export const frames = {
  plain: (tone) => ({ back: '', tone, x: 15, y: 15, size: 66 }),
  seal: (tone) => ({ back: fill(tone.main, scalloped(48, 48, 39, 18)), tone: turned(tone), x: 22, y: 22, size: 52 }),
  ring: (tone) => ({
    back: line(tone.main, disc(48, 48, 42), 3.2) + line(tone.main, disc(48, 48, 37), 1.2),
    tone,
    x: 22,
    y: 22,
    size: 52,
  }),
  stamp: (tone) => ({
    back: fill(tone.main, perforated(10, 10, 76, 76, 2.8)),
    tone: turned(tone),
    x: 20,
    y: 20,
    size: 56,
  }),
  arch: (tone) => ({
    back: fill(tone.main, 'M14 96V44a34 34 0 0 1 68 0v52z') + line(tone.accent, 'M8 96V44a40 40 0 0 1 80 0v52', 1.6),
    tone: turned(tone),
    x: 23,
    y: 31,
    size: 50,
  }),
  awning: (tone) => ({ back: awning(tone), tone, x: 21, y: 33, size: 54 }),
  burst: (tone) => ({
    back: `<g opacity=".16">${fill(tone.main, rays(48, 48, 70, 14))}</g>`,
    tone,
    x: 17,
    y: 17,
    size: 62,
  }),
  ticket: (tone) => ({
    back: fill(tone.main, ticket(9, 17, 78, 62, 7)) + dashes(tone.ground, 'M18 23v50M78 23v50'),
    tone: turned(tone),
    x: 24,
    y: 24,
    size: 48,
  }),
  tile: (tone) => ({ back: tile(tone), tone, x: 21, y: 21, size: 54 }),
} satisfies Record<string, (tone: Tone) => Frame>

export type FrameName = keyof typeof frames

function awning(tone: Tone): string {
  const stripe = (at: number) => `M${at * 16} 0h16v19a8 8 0 0 1-16 0z`
  const odd = [0, 2, 4].map(stripe).join('')
  const even = [1, 3, 5].map(stripe).join('')
  const second = tone.ground === inks.paper ? inks.shade : tone.accent
  return fill(tone.main, odd) + fill(second, even)
}

function tile(tone: Tone): string {
  const corners = disc(0, 0, 22) + disc(96, 0, 22) + disc(0, 96, 22) + disc(96, 96, 22)
  const rings = disc(0, 0, 28) + disc(96, 0, 28) + disc(0, 96, 28) + disc(96, 96, 28)
  const petals = 'M48 2q5 5 0 11-5-6 0-11zM48 94q5-5 0-11-5 6 0 11zM2 48q5-5 11 0-6 5-11 0zM94 48q-5-5-11 0 6 5 11 0z'
  const frame = line(tone.main, box(2, 2, 92, 92), 1.4)
  return fill(tone.accent, corners) + line(tone.main, rings, 1.4) + fill(tone.main, petals) + frame
}

import { line } from './press.ts'
import { disc, n } from './shapes.ts'

const strokes: Record<string, string> = {
  '0': 'M5 0q5 0 5 7t-5 7q-5 0-5-7t5-7z',
  '1': 'M1.5 3 6 0v14',
  '2': 'M0 4q0-4 5-4t5 4q0 3-5 6L0 14h10',
  '3': 'M1 0h9L5 6q5 0 5 4t-5 4q-4 0-5-3',
  '4': 'M7.5 14V0L0 10h10',
  '5': 'M9 0H1.5L.5 6.5Q2 5 5 5q5 0 5 4.5T5 14q-4 0-5-3',
  '6': 'M8 0Q0 5 0 10q0 4 5 4t5-4q0-4-5-4t-5 4',
  '7': 'M0 0h10L4 14',
  '8': 'M5 6.5q-4 0-4-3.2T5 0q4 0 4 3.3T5 6.5q-5 0-5 3.8T5 14q5 0 5-3.7T5 6.5z',
  '9': 'M2 14q8-5 8-10 0-4-5-4T0 4q0 4 5 4t5-4',
  '%': `M10 1 0 13${disc(1.8, 2.6, 2)}${disc(8.2, 11.4, 2)}`,
  R: 'M0 14V0h5q5 0 5 4t-5 4H0M5 8l5 6',
  M: 'M0 14V0l5 8 5-8v14',
  '+': 'M5 3v8M1 7h8',
  x: 'M1.5 4l7 7M8.5 4l-7 7',
  '-': 'M1.5 7h7',
}

const narrow: Record<string, number> = { '1': 6, '-': 8, '+': 9, x: 10 }
const gap = 4.5

/** Draws a short figure such as `20%`, `RM5`, `1+1` or `2x` about a middle, as large as `width` and `height` allow, without any font. */
export function figure(text: string, x: number, y: number, width: number, height: number, colour: string): string {
  const natural = [...text].reduce((sum, sign) => sum + wide(sign) + gap, -gap)
  const scale = Math.min(height / 14, width / natural)
  let at = x - (natural * scale) / 2
  const signs = [...text].map((sign) => {
    const drawn = placed(sign, at, y - 7 * scale, scale, colour)
    at += (wide(sign) + gap) * scale
    return drawn
  })
  return signs.join('')
}

function wide(sign: string): number {
  return narrow[sign] ?? 10
}

function placed(sign: string, x: number, y: number, scale: number, colour: string): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})">${line(colour, strokes[sign] ?? '', 2.6)}</g>`
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Deps } from '../server/deps.ts'

const MAX_PICTURE_BYTES = 1_000_000

/** The ground and the main ink of a picture, by the name of its tone. */
export const tones = {
  blue: { ground: '#24408e', main: '#f8f0e0' },
  clay: { ground: '#c4664a', main: '#f8f0e0' },
  plum: { ground: '#6a3853', main: '#f8f0e0' },
  sea: { ground: '#2b6872', main: '#f8f0e0' },
  cocoa: { ground: '#6a4833', main: '#f8f0e0' },
  night: { ground: '#24211d', main: '#f8f0e0' },
  cream: { ground: '#f8f0e0', main: '#24408e' },
  oat: { ground: '#ebddc3', main: '#24211d' },
  kraft: { ground: '#cfa878', main: '#24211d' },
  blush: { ground: '#efbfa3', main: '#6a3853' },
  sky: { ground: '#b6c9da', main: '#24408e' },
  sand: { ground: '#e6c996', main: '#6a4833' },
} as const

export type Tone = keyof typeof tones

/** The SVG text of `pictures/NAME.svg`. */
export function readPicture(name: string): Promise<string> {
  return readFile(new URL(`./pictures/${name}.svg`, import.meta.url), 'utf8')
}

/** Stores `pictures/NAME.svg` as a public file and returns its key, which contains a hash of the picture. */
export async function storePicture(deps: Pick<Deps, 'storage' | 'incoming'>, name: string): Promise<string> {
  const svg = await readPicture(name)
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12)
  const key = `public/${name}-${hash}.svg`
  const file = await deps.incoming.receive(Readable.from([Buffer.from(svg)]), { maxBytes: MAX_PICTURE_BYTES })
  try {
    await deps.storage.put(file.path, key)
  } finally {
    await file.discard()
  }
  return key
}

/** What shows while the picture loads: a `data:` URI of an SVG in the same colours, under 200 bytes. */
export function placeholderFor(tone: Tone, shape: 'square' | 'wide'): string {
  const { ground, main } = tones[tone]
  const [width, mark] = shape === 'square' ? [9, 'M2,2h5v5H2'] : [16, 'M3,3l10-1v5l-10,1']
  const path = (colour: string, data: string) => `<path fill='${colour}' d='${data}'/>`
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,${width},9'>${path(ground, `M0,0h${width}v9H0`)}${path(blend(ground, main), mark)}</svg>`
  return `data:image/svg+xml,${drawing.replace(/[<># ]/g, encodeURIComponent)}`
}

/** Mixes three parts of the ground with one part of the main ink; both are `#rrggbb`. */
function blend(ground: string, main: string): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(ground, at) * 0.75 + channel(main, at) * 0.25))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

import { dotsOf } from '../../../demo/receipts/receipt-font.ts'

/** A character as rows of dots from the top, nine with its descender. The highest of `width` bits is the left dot. */
type Glyph = { rows: number[]; width: number }

/** The lower case letters that the font of the demo lacks, in its notation. */
const SMALL: Record<string, string> = {
  a: '00E1FHF',
  b: 'GGMPHHU',
  c: '00EGGHE',
  d: '11DJHHF',
  e: '00EHVGE',
  f: '698S888',
  g: '00FHHHF1E',
  h: 'GGMPHHH',
  i: '40C444E',
  j: '2062222IC',
  k: 'GGIKOKI',
  l: 'C44444E',
  m: '00QLLHH',
  n: '00MPHHH',
  o: '00EHHHE',
  p: '00UHHHUGG',
  q: '00FHHHF11',
  r: '00MPGGG',
  s: '00FGE1U',
  t: '88S8896',
  u: '00HHHJD',
  v: '00HHHA4',
  w: '00HHLLA',
  x: '00HA4AH',
  y: '00HHHHF1E',
  z: '00V248V',
}
const WIDTH = 5
const BLANK = 3

export function glyphOf(char: string): Glyph {
  const small = SMALL[char]
  return { rows: small ? [...small].map((row) => Number.parseInt(row, 32)) : [...dotsOf(char)], width: WIDTH }
}

/** Removes the empty columns at both sides for proportional text; a space is three dots. */
export function trimGlyph({ rows, width }: Glyph): Glyph {
  const inked = rows.reduce((all, row) => all | row, 0)
  if (inked === 0) return { rows: [0], width: BLANK }
  const right = Math.log2(inked & -inked)
  const left = Math.floor(Math.log2(inked))
  return { rows: rows.map((row) => row >> right), width: Math.min(width, left - right + 1) }
}

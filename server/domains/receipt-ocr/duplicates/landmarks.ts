import { type Plane, pyramidOf } from './pyramid.ts'

/** A place of a picture that is found again on a copy: where, how large, and a code of 64 bits for what surrounds it. */
export type Landmark = { x: number; y: number; size: number; code: Code }
export type Code = [number, number]

/** A code with, for each of its halves, by how much each bit is what it is. */
type Sighted = { code: Code; margins: [number[], number[]] }

/** A landmark as it was seen, and its codes on the picture turned once, twice and three times by a quarter. */
export type SightedLandmark = Landmark & Sighted & { turned: Sighted[] }

/** How many of them a picture has at most, the clearest first. */
export const LANDMARKS_AT_MOST = 80

const SMALLEST = 2.2
const CONTRAST = 0.01
/** What changes along one direction only is a line: it is found anywhere along itself. */
const LINE = 12
const CELLS = 4
const DIRECTIONS = 8
const SAMPLES = 16
const REACH = 0.75
const LOUDEST = 0.25
const BITS = 64
const HALF = 32
const QUARTERS = 4

type Candidate = Pick<Landmark, 'x' | 'y' | 'size'> & {
  contrast: number
  plane: Plane
  at: { x: number; y: number; sigma: number }
}

/**
 * The landmarks of a picture. They need no legible print: blots and groups of signs, darker or brighter than what surrounds
 * them, at every size. Light, compression, stripes and cuts leave most of them as they were.
 */
export function landmarksOf(picture: Plane): SightedLandmark[] {
  const found: Candidate[] = []
  for (const { planes, differences, sigmas, scale } of pyramidOf(picture))
    for (let level = 1; level < differences.length - 1; level += 1) {
      const [below, here, above] = [differences[level - 1], differences[level], differences[level + 1]]
      const [plane, sigma = 0] = [planes[level], sigmas[level]]
      if (!below || !here || !above || !plane || sigma * scale < SMALLEST) continue
      for (const at of extremesOf([below, here, above], plane)) {
        const contrast = Math.abs(here[at] ?? 0)
        const [x, y] = [at % plane.width, Math.floor(at / plane.width)]
        found.push({ x: x * scale, y: y * scale, size: sigma * scale, contrast, plane, at: { x, y, sigma } })
      }
    }
  const clearest = found.toSorted((one, other) => other.contrast - one.contrast).slice(0, LANDMARKS_AT_MOST)
  return clearest.map(({ x, y, size, plane, at }) => ({ x, y, size, ...codesOf(surroundings(plane, at)) }))
}

/** The landmarks as they would be on the picture turned by quarters: not at all, once, twice and three times. */
export function turnedByQuarters(landmarks: SightedLandmark[]): SightedLandmark[][] {
  const turns = [landmarks]
  for (let quarters = 1; quarters < QUARTERS; quarters += 1)
    turns.push((turns.at(-1) ?? []).flatMap((landmark) => turnedOnce(landmark) ?? []))
  return turns
}

/** To the right, about the corner of the picture: where it lies after that tells nothing. */
function turnedOnce({ x, y, size, code, margins, turned: [next, ...others] }: SightedLandmark) {
  return next && { x: -y, y: x, size, ...next, turned: [...others, { code, margins }] }
}

type Levels = [Float32Array, Float32Array, Float32Array]

/** Where the middle one of three levels is larger, or smaller, than all around it, in the picture and between the levels. */
function extremesOf(levels: Levels, { width, height }: Plane): number[] {
  const here = levels[1]
  const found: number[] = []
  for (let y = 2; y < height - 2; y += 1)
    for (let at = y * width + 2; at < (y + 1) * width - 2; at += 1)
      if (Math.abs(here[at] ?? 0) >= CONTRAST && isExtreme(levels, at, width) && !isLine(here, at, width))
        found.push(at)
  return found
}

function isExtreme(levels: Levels, at: number, width: number): boolean {
  const here = levels[1]
  const sign = (here[at] ?? 0) > 0 ? 1 : -1
  const value = sign * (here[at] ?? 0)
  for (const level of levels)
    for (let row = at - width; row <= at + width; row += width)
      for (let other = row - 1; other <= row + 1; other += 1)
        if ((level !== here || other !== at) && sign * (level[other] ?? 0) >= value) return false
  return true
}

function isLine(here: Float32Array, at: number, width: number): boolean {
  const value = (dx: number, dy: number) => here[at + dy * width + dx] ?? 0
  const across = value(1, 0) + value(-1, 0) - 2 * value(0, 0)
  const down = value(0, 1) + value(0, -1) - 2 * value(0, 0)
  const slant = (value(1, 1) - value(-1, 1) - value(1, -1) + value(-1, -1)) / 4
  const determinant = across * down - slant * slant
  return determinant <= 0 || (across + down) ** 2 / determinant > LINE
}

/** How the shade changes around a place: for each of 4 by 4 cells, how much in each of eight directions. */
function surroundings(
  { data, width, height }: Plane,
  { x, y, sigma }: { x: number; y: number; sigma: number },
): Float32Array {
  const cells = new Float32Array(CELLS * CELLS * DIRECTIONS)
  const middle = (SAMPLES - 1) / 2
  for (let row = 0; row < SAMPLES; row += 1)
    for (let column = 0; column < SAMPLES; column += 1) {
      const px = Math.round(x + (column - middle) * sigma * REACH)
      const py = Math.round(y + (row - middle) * sigma * REACH)
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue
      const at = py * width + px
      const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      const near = Math.exp(-((column - middle) ** 2 + (row - middle) ** 2) / (SAMPLES * DIRECTIONS))
      const turn = (Math.atan2(down, across) / (2 * Math.PI)) * DIRECTIONS + DIRECTIONS
      spread(cells, { column, row, turn, strength: Math.hypot(across, down) * near })
    }
  return evened(cells)
}

type Sample = { column: number; row: number; turn: number; strength: number }

/** A sample counts for the cells and directions that it lies between, so that a small shift changes little. */
function spread(cells: Float32Array, { column, row, turn, strength }: Sample): void {
  const [left, right] = shares((column - 1.5) / CELLS)
  const [upper, lower] = shares((row - 1.5) / CELLS)
  const [before, after] = shares(turn)
  for (const across of [left, right])
    for (const down of [upper, lower]) {
      if (across.at < 0 || down.at < 0 || across.at >= CELLS || down.at >= CELLS) continue
      for (const direction of [before, after]) {
        const at = (down.at * CELLS + across.at) * DIRECTIONS + (direction.at % DIRECTIONS)
        cells[at] = (cells[at] ?? 0) + strength * across.share * down.share * direction.share
      }
    }
}

function shares(place: number) {
  const at = Math.floor(place)
  return [
    { at, share: 1 - (place - at) },
    { at: at + 1, share: place - at },
  ] as const
}

/** Without contrast and brightness, and without what is much stronger than the rest. */
function evened(cells: Float32Array): Float32Array {
  const length = Math.hypot(...cells) || 1
  return cells.map((value) => Math.sqrt(Math.min(LOUDEST, value / length)))
}

function codesOf(cells: Float32Array): Sighted & { turned: Sighted[] } {
  const turns = [cells]
  while (turns.length < QUARTERS) turns.push(quarterOf(turns.at(-1) ?? cells))
  const [upright = codeOf(cells), ...turned] = turns.map(codeOf)
  return { ...upright, turned }
}

/** What surrounds a place, turned to the right. */
function quarterOf(cells: Float32Array): Float32Array {
  const turned = new Float32Array(cells.length)
  for (const [at, value] of cells.entries()) {
    const [cell, direction] = [Math.floor(at / DIRECTIONS), at % DIRECTIONS]
    const [row, column] = [Math.floor(cell / CELLS), cell % CELLS]
    const next = column * CELLS + CELLS - 1 - row
    turned[next * DIRECTIONS + ((direction + DIRECTIONS / QUARTERS) % DIRECTIONS)] = value
  }
  return turned
}

/** One bit for each of 64 mixtures of the cells, whatever is more: a mixture or its opposite, turned about the middle. */
function codeOf(cells: Float32Array): Sighted {
  const code: Code = [0, 0]
  const margins: [number[], number[]] = [[], []]
  for (const [bit, mixture] of mixtures.entries()) {
    let sum = 0
    for (const [at, weight] of mixture.entries()) sum += weight * (cells[at] ?? 0)
    const half = bit < HALF ? 0 : 1
    if (sum > 0) code[half] = (code[half] | (1 << (bit % HALF))) >>> 0
    margins[half].push(Math.abs(sum))
  }
  return { code, margins }
}

const mixtures = mixturesOf(12_345)

/** The same for all pictures and releases: codes that are kept are compared with codes to come. */
function mixturesOf(seed: number): Float32Array[] {
  let state = seed
  const part = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const half = (CELLS * CELLS) / 2
  return Array.from({ length: BITS }, () => {
    const mixture = new Float32Array(CELLS * CELLS * DIRECTIONS)
    for (let cell = 0; cell < half; cell += 1)
      for (let direction = 0; direction < DIRECTIONS; direction += 1) {
        const weight = Math.sqrt(-2 * Math.log(part() + 1e-9)) * Math.cos(2 * Math.PI * part())
        mixture[cell * DIRECTIONS + direction] = weight
        const opposite = CELLS * CELLS - 1 - cell
        mixture[opposite * DIRECTIONS + ((direction + DIRECTIONS / 2) % DIRECTIONS)] = -weight
      }
    return mixture
  })
}

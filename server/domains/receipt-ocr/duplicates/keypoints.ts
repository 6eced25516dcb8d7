import { buildPyramid, type FloatImage } from './pyramid.ts'

/** A point that is found again on copies of a picture, with a binary descriptor of 64 bits for its surroundings. */
export type Keypoint = { x: number; y: number; size: number; descriptor: Descriptor }
export type Descriptor = [number, number]

/** `margins` tell how certain each bit of each half is. */
type DescriptorWithMargins = { descriptor: Descriptor; margins: [number[], number[]] }

/** A keypoint with its descriptors on the picture rotated by 90°, 180° and 270°. */
export type DetectedKeypoint = Keypoint & DescriptorWithMargins & { rotated: DescriptorWithMargins[] }

const MAX_KEYPOINTS = 80

const MIN_SIZE = 2.2
const MIN_CONTRAST = 0.01
/** A line is no keypoint: it looks the same everywhere along itself. */
const MAX_EDGE_RATIO = 12
const CELLS = 4
const DIRECTIONS = 8
const SAMPLES = 16
const SAMPLE_SPACING = 0.75
const MAX_VALUE = 0.25
const BITS = 64
const HALF = 32
const QUARTERS = 4

type Candidate = Pick<Keypoint, 'x' | 'y' | 'size'> & {
  contrast: number
  plane: FloatImage
  at: { x: number; y: number; sigma: number }
}

/** Detects blobs darker or brighter than their surroundings, at every scale. Light, compression, cropping keep most. */
export function detectKeypoints(picture: FloatImage): DetectedKeypoint[] {
  const found: Candidate[] = []
  for (const { planes, differences, sigmas, scale } of buildPyramid(picture))
    for (let level = 1; level < differences.length - 1; level += 1) {
      const [below, here, above] = [differences[level - 1], differences[level], differences[level + 1]]
      const [plane, sigma = 0] = [planes[level], sigmas[level]]
      if (!below || !here || !above || !plane || sigma * scale < MIN_SIZE) continue
      for (const at of findExtrema([below, here, above], plane)) {
        const contrast = Math.abs(here[at] ?? 0)
        const [x, y] = [at % plane.width, Math.floor(at / plane.width)]
        found.push({ x: x * scale, y: y * scale, size: sigma * scale, contrast, plane, at: { x, y, sigma } })
      }
    }
  const clearest = found.toSorted((one, other) => other.contrast - one.contrast).slice(0, MAX_KEYPOINTS)
  return clearest.map(({ x, y, size, plane, at }) => ({ x, y, size, ...describeAll(gradientHistogram(plane, at)) }))
}

export function rotateByQuarters(keypoints: DetectedKeypoint[]): DetectedKeypoint[][] {
  const turns = [keypoints]
  for (let quarters = 1; quarters < QUARTERS; quarters += 1)
    turns.push((turns.at(-1) ?? []).flatMap((keypoint) => rotateOnce(keypoint) ?? []))
  return turns
}

/** Clockwise about the corner of the picture, so that coordinates may become negative. */
function rotateOnce({ x, y, size, descriptor, margins, rotated: [next, ...others] }: DetectedKeypoint) {
  return next && { x: -y, y: x, size, ...next, rotated: [...others, { descriptor, margins }] }
}

type Levels = [Float32Array, Float32Array, Float32Array]

function findExtrema(levels: Levels, { width, height }: FloatImage): number[] {
  const here = levels[1]
  const found: number[] = []
  for (let y = 2; y < height - 2; y += 1)
    for (let at = y * width + 2; at < (y + 1) * width - 2; at += 1)
      if (Math.abs(here[at] ?? 0) >= MIN_CONTRAST && isExtremum(levels, at, width) && !isLine(here, at, width))
        found.push(at)
  return found
}

function isExtremum(levels: Levels, at: number, width: number): boolean {
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
  return determinant <= 0 || (across + down) ** 2 / determinant > MAX_EDGE_RATIO
}

/** A histogram of gradients around a point: eight directions for each of 4 by 4 cells. */
function gradientHistogram(
  { data, width, height }: FloatImage,
  { x, y, sigma }: { x: number; y: number; sigma: number },
): Float32Array {
  const cells = new Float32Array(CELLS * CELLS * DIRECTIONS)
  const middle = (SAMPLES - 1) / 2
  for (let row = 0; row < SAMPLES; row += 1)
    for (let column = 0; column < SAMPLES; column += 1) {
      const px = Math.round(x + (column - middle) * sigma * SAMPLE_SPACING)
      const py = Math.round(y + (row - middle) * sigma * SAMPLE_SPACING)
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue
      const at = py * width + px
      const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      const near = Math.exp(-((column - middle) ** 2 + (row - middle) ** 2) / (SAMPLES * DIRECTIONS))
      const angle = (Math.atan2(down, across) / (2 * Math.PI)) * DIRECTIONS + DIRECTIONS
      distribute(cells, { column, row, angle, strength: Math.hypot(across, down) * near })
    }
  return normalise(cells)
}

type Sample = { column: number; row: number; angle: number; strength: number }

/** Distributes a sample over the neighbouring cells and directions, so that a small shift changes little. */
function distribute(cells: Float32Array, { column, row, angle, strength }: Sample): void {
  const [left, right] = neighbours((column - 1.5) / CELLS)
  const [upper, lower] = neighbours((row - 1.5) / CELLS)
  const [before, after] = neighbours(angle)
  for (const across of [left, right])
    for (const down of [upper, lower]) {
      if (across.at < 0 || down.at < 0 || across.at >= CELLS || down.at >= CELLS) continue
      for (const direction of [before, after]) {
        const at = (down.at * CELLS + across.at) * DIRECTIONS + (direction.at % DIRECTIONS)
        cells[at] = (cells[at] ?? 0) + strength * across.share * down.share * direction.share
      }
    }
}

function neighbours(place: number) {
  const at = Math.floor(place)
  return [
    { at, share: 1 - (place - at) },
    { at: at + 1, share: place - at },
  ] as const
}

/** Removes contrast and brightness, and limits values that are much stronger than the rest. */
function normalise(cells: Float32Array): Float32Array {
  const length = Math.hypot(...cells) || 1
  return cells.map((value) => Math.sqrt(Math.min(MAX_VALUE, value / length)))
}

function describeAll(cells: Float32Array): DescriptorWithMargins & { rotated: DescriptorWithMargins[] } {
  const turns = [cells]
  while (turns.length < QUARTERS) turns.push(rotateHistogram(turns.at(-1) ?? cells))
  const [upright = describe(cells), ...rotated] = turns.map(describe)
  return { ...upright, rotated }
}

function rotateHistogram(cells: Float32Array): Float32Array {
  const rotated = new Float32Array(cells.length)
  for (const [at, value] of cells.entries()) {
    const [cell, direction] = [Math.floor(at / DIRECTIONS), at % DIRECTIONS]
    const [row, column] = [Math.floor(cell / CELLS), cell % CELLS]
    const next = column * CELLS + CELLS - 1 - row
    rotated[next * DIRECTIONS + ((direction + DIRECTIONS / QUARTERS) % DIRECTIONS)] = value
  }
  return rotated
}

/** One bit for the sign of each of 64 random projections (locality-sensitive hashing). */
function describe(cells: Float32Array): DescriptorWithMargins {
  const descriptor: Descriptor = [0, 0]
  const margins: [number[], number[]] = [[], []]
  for (const [bit, projection] of projections.entries()) {
    let sum = 0
    for (const [at, weight] of projection.entries()) sum += weight * (cells[at] ?? 0)
    const half = bit < HALF ? 0 : 1
    if (sum > 0) descriptor[half] = (descriptor[half] | (1 << (bit % HALF))) >>> 0
    margins[half].push(Math.abs(sum))
  }
  return { descriptor, margins }
}

const projections = randomProjections(12_345)

/** The same for all pictures and releases: stored descriptors are compared with new ones. */
function randomProjections(seed: number): Float32Array[] {
  let state = seed
  const part = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const half = (CELLS * CELLS) / 2
  return Array.from({ length: BITS }, () => {
    const projection = new Float32Array(CELLS * CELLS * DIRECTIONS)
    for (let cell = 0; cell < half; cell += 1)
      for (let direction = 0; direction < DIRECTIONS; direction += 1) {
        const weight = Math.sqrt(-2 * Math.log(part() + 1e-9)) * Math.cos(2 * Math.PI * part())
        projection[cell * DIRECTIONS + direction] = weight
        const opposite = CELLS * CELLS - 1 - cell
        projection[opposite * DIRECTIONS + ((direction + DIRECTIONS / 2) % DIRECTIONS)] = -weight
      }
    return projection
  })
}

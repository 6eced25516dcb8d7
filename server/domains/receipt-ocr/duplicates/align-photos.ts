import type { Keypoint } from './keypoints.ts'
import { findMatches } from './match-keypoints.ts'
import type { FloatImage } from './pyramid.ts'

/** A picture of at most 480 by 1440 pixels, and its keypoints. */
export type Photo = { image: FloatImage; keypoints: Keypoint[] }

const TILE = 20
const PIXELS = TILE * TILE
/** A tile with less contrast is blank paper. */
const MIN_CONTRAST = 0.045
const MIN_TILES = 30
/** The search radius around the expected place of a tile, in each round of the refinement. */
const SEARCH_RADII = [4, 2, 1, 1]
const FOUND_CORRELATION = 0.6
const SAME_CORRELATION = 0.8
/** An edited number and date are 2 to 7 % of the text; two receipts differ in more, or cannot be aligned so exactly. */
const MIN_SHARE = 0.92
const MIN_OVERLAP = 0.5

type Point = { x: number; y: number }
type Match = { from: Point; to: Point }
type Affine = { xx: number; xy: number; x: number; yx: number; yy: number; y: number }
type Tile = { values: Float32Array; mean: number; contrast: number }

/** Whether one affine transform aligns nearly all text: one photo, perhaps cropped, scaled or slightly edited. */
export function isSamePhoto(one: Photo, other: Photo): boolean {
  const transform = alignPhotos(one, other)
  if (!transform) return false
  const textTiles = findTiles(one.image, 1).filter(({ tile }) => tile.contrast >= MIN_CONTRAST)
  const correlations = textTiles.flatMap(({ at, tile }) => {
    const there = sampleTile(other.image, applyTransform(transform, at), transform)
    return there ? [correlate(tile, there)] : []
  })
  const same = correlations.filter((correlation) => correlation >= SAME_CORRELATION).length
  const isEnough = correlations.length >= Math.max(MIN_TILES, MIN_OVERLAP * textTiles.length)
  return isEnough && same >= MIN_SHARE * correlations.length
}

function alignPhotos(one: Photo, other: Photo): Affine | undefined {
  const [scale, otherScale] = [scaleOf(one.image), scaleOf(other.image)]
  const shared = findMatches(one.keypoints, other.keypoints)
  let transform = fitAffine(
    shared.map((pair) => ({ from: scalePoint(pair.one, scale), to: scalePoint(pair.other, otherScale) })),
  )
  const textTiles = findTiles(one.image, 2).filter(({ tile }) => tile.contrast >= MIN_CONTRAST)
  for (const radius of SEARCH_RADII) {
    if (!transform) return undefined
    const guess = transform
    const matches = textTiles.flatMap(
      ({ at, tile }) => findMatch(tile, at, other.image, { transform: guess, radius }) ?? [],
    )
    transform = fitAffine(matches) ?? transform
  }
  return transform
}

/** Keypoints refer to a picture of at most 300 by 900 pixels, or 900 by 300 if it lies on its side. */
function scaleOf({ width, height }: FloatImage): number {
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.max(narrow / 300, long / 900)
}

const scalePoint = ({ x, y }: Point, scale: number) => ({ x: x * scale, y: y * scale })

function applyTransform({ xx, xy, x, yx, yy, y }: Affine, at: Point): Point {
  return { x: xx * at.x + xy * at.y + x, y: yx * at.x + yy * at.y + y }
}

/** The tiles of a picture: all of them, or every second one of every second row. */
function findTiles(image: FloatImage, step: 1 | 2): { at: Point; tile: Tile }[] {
  const tiles: { at: Point; tile: Tile }[] = []
  for (let y = 0; y + TILE < image.height; y += TILE * step)
    for (let x = (y / TILE / step) % 2 ? TILE * (step - 1) : 0; x + TILE < image.width; x += TILE * step) {
      const tile = sampleTile(image, { x, y }, { xx: 1, xy: 0, yx: 0, yy: 1 })
      if (tile) tiles.push({ at: { x, y }, tile })
    }
  return tiles
}

/** The pixels at the place of a tile of the other picture; undefined if they are not all on this picture. */
function sampleTile(
  { data, width, height }: FloatImage,
  from: Point,
  { xx, xy, yx, yy }: Pick<Affine, 'xx' | 'xy' | 'yx' | 'yy'>,
): Tile | undefined {
  const values = new Float32Array(PIXELS)
  let [sum, squares] = [0, 0]
  for (let row = 0; row < TILE; row += 1)
    for (let column = 0; column < TILE; column += 1) {
      const x = from.x + xx * column + xy * row
      const y = from.y + yx * column + yy * row
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const at = top * width + left
      const upper = interpolate(data[at] ?? 0, data[at + 1] ?? 0, x - left)
      const lower = interpolate(data[at + width] ?? 0, data[at + width + 1] ?? 0, x - left)
      const value = interpolate(upper, lower, y - top)
      values[row * TILE + column] = value
      sum += value
      squares += value * value
    }
  const mean = sum / PIXELS
  return { values, mean, contrast: Math.sqrt(Math.max(0, squares / PIXELS - mean * mean)) }
}

const interpolate = (one: number, other: number, share: number) => one + (other - one) * share

/** Normalised cross-correlation, from -1 to 1. */
function correlate(one: Tile, other: Tile): number {
  let sum = 0
  for (let at = 0; at < PIXELS; at += 1)
    sum += ((one.values[at] ?? 0) - one.mean) * ((other.values[at] ?? 0) - other.mean)
  return sum / PIXELS / Math.max(1e-5, one.contrast * other.contrast)
}

/** The place of a tile on the other picture, with subpixel accuracy; undefined if it is not near the expected place. */
function findMatch(
  tile: Tile,
  at: Point,
  image: FloatImage,
  { transform, radius }: { transform: Affine; radius: number },
): Match | undefined {
  const expected = applyTransform(transform, at)
  const correlationAt = (x: number, y: number) => {
    const there = sampleTile(image, { x: expected.x + x, y: expected.y + y }, transform)
    return there ? correlate(tile, there) : -1
  }
  let best = { x: 0, y: 0, correlation: -1 }
  for (let y = -radius; y <= radius; y += 1)
    for (let x = -radius; x <= radius; x += 1) {
      const correlation = correlationAt(x, y)
      if (correlation > best.correlation) best = { x, y, correlation }
    }
  if (best.correlation < FOUND_CORRELATION) return undefined
  const [dx, dy] = [
    findPeak(correlationAt(best.x - 1, best.y), best.correlation, correlationAt(best.x + 1, best.y)),
    findPeak(correlationAt(best.x, best.y - 1), best.correlation, correlationAt(best.x, best.y + 1)),
  ]
  return { from: at, to: { x: expected.x + best.x + dx, y: expected.y + best.y + dy } }
}

/** The peak of the parabola through three values, relative to the middle one. */
function findPeak(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}

const MIN_MATCHES = 4
const ROUNDS = 3
const OUTLIER_FACTOR = 2.5
const EXACT_PX = 0.3

/** Least squares, repeated without outliers. */
function fitAffine(matches: Match[]): Affine | undefined {
  let [used, transform]: [Match[], Affine | undefined] = [matches, undefined]
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = used.length < MIN_MATCHES ? undefined : leastSquares(used)
    if (!next) return transform
    transform = next
    const errors = used.map((match) => errorOf(next, match)).toSorted((a, b) => a - b)
    const most = Math.max(EXACT_PX, OUTLIER_FACTOR * (errors[errors.length >> 1] ?? 0))
    used = matches.filter((match) => errorOf(next, match) <= most)
  }
  return transform
}

function errorOf(transform: Affine, { from, to }: Match): number {
  const { x, y } = applyTransform(transform, from)
  return Math.hypot(x - to.x, y - to.y)
}

function leastSquares(matches: Match[]): Affine | undefined {
  const mean = (value: (match: Match) => number) => matches.reduce((sum, one) => sum + value(one), 0) / matches.length
  const [x, y] = [mean(({ from }) => from.x), mean(({ from }) => from.y)]
  const [toX, toY] = [mean(({ to }) => to.x), mean(({ to }) => to.y)]
  const along = mean(({ from }) => (from.x - x) ** 2)
  const down = mean(({ from }) => (from.y - y) ** 2)
  const both = mean(({ from }) => (from.x - x) * (from.y - y))
  const determinant = along * down - both * both
  if (determinant < 1) return undefined
  const slopes = (of: (match: Match) => number) => {
    const [byX, byY] = [mean((one) => of(one) * (one.from.x - x)), mean((one) => of(one) * (one.from.y - y))]
    return [(byX * down - byY * both) / determinant, (byY * along - byX * both) / determinant] as const
  }
  const [xx, xy] = slopes(({ to }) => to.x - toX)
  const [yx, yy] = slopes(({ to }) => to.y - toY)
  return { xx, xy, x: toX - xx * x - xy * y, yx, yy, y: toY - yx * x - yy * y }
}

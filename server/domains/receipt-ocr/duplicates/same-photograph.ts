import type { Landmark } from './landmarks.ts'
import type { Plane } from './pyramid.ts'
import { sharedLandmarks } from './same-picture.ts'

/** A picture of at most 480 by 1440 pixels in shades of grey, and its landmarks. */
export type Shown = { shades: Plane; landmarks: Landmark[] }

const TILE = 20
const PIXELS = TILE * TILE
/** A tile with less contrast is empty paper. */
const CONTRAST = 0.045
const TILES_AT_LEAST = 30
/** How far around its expected place a tile is searched, each time from a better guess. */
const REACHES = [4, 2, 1, 1]
const FOUND = 0.6
const SAME = 0.8
/** A redrawn number and date are 2 to 7 % of what is printed; two slips differ in more, or do not lie on each other so exactly. */
const SHARE_AT_LEAST = 0.92
const OVERLAP_AT_LEAST = 0.5

type Point = { x: number; y: number }
/** A place on one picture, and where it is on the other. */
type Match = { from: Point; to: Point }
/** Takes the places of one picture to those of the other. */
type Mapping = { xx: number; xy: number; x: number; yx: number; yy: number; y: number }
type Tile = { values: Float32Array; mean: number; contrast: number }

/**
 * Whether two pictures are one photograph, perhaps cropped, scaled, brightened or compressed, of which only small places were
 * redrawn: one mapping lays nearly all print of one exactly on the other. Two photographs or scans of alike receipts never fit so.
 */
export function isSamePhotograph(one: Shown, other: Shown): boolean {
  const mapping = mappingOf(one, other)
  if (!mapping) return false
  const printed = tilesOf(one.shades, 1).filter(({ tile }) => tile.contrast >= CONTRAST)
  const likenesses = printed.flatMap(({ at, tile }) => {
    const there = tileAt(other.shades, mapped(mapping, at), mapping)
    return there ? [likenessOf(tile, there)] : []
  })
  const same = likenesses.filter((likeness) => likeness >= SAME).length
  const isEnough = likenesses.length >= Math.max(TILES_AT_LEAST, OVERLAP_AT_LEAST * printed.length)
  return isEnough && same >= SHARE_AT_LEAST * likenesses.length
}

/** First by the landmarks that both have, then ever more exactly by the tiles around them. */
function mappingOf(one: Shown, other: Shown): Mapping | undefined {
  const [scale, otherScale] = [scaleOf(one.shades), scaleOf(other.shades)]
  const shared = sharedLandmarks(one.landmarks, other.landmarks)
  let mapping = fitted(shared.map((pair) => ({ from: scaled(pair.one, scale), to: scaled(pair.other, otherScale) })))
  const printed = tilesOf(one.shades, 2).filter(({ tile }) => tile.contrast >= CONTRAST)
  for (const reach of REACHES) {
    if (!mapping) return undefined
    const guess = mapping
    const matches = printed.flatMap(({ at, tile }) => matchOf(tile, at, other.shades, { mapping: guess, reach }) ?? [])
    mapping = fitted(matches) ?? mapping
  }
  return mapping
}

/** Landmarks are kept on a picture of at most 300 by 900 pixels, or 900 by 300 where it lies on its side. */
function scaleOf({ width, height }: Plane): number {
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.max(narrow / 300, long / 900)
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: x * scale, y: y * scale }
}

function mapped({ xx, xy, x, yx, yy, y }: Mapping, at: Point): Point {
  return { x: xx * at.x + xy * at.y + x, y: yx * at.x + yy * at.y + y }
}

/** The tiles of a picture: all of them, or every second one of every second row. */
function tilesOf(shades: Plane, step: 1 | 2): { at: Point; tile: Tile }[] {
  const tiles: { at: Point; tile: Tile }[] = []
  for (let y = 0; y + TILE < shades.height; y += TILE * step)
    for (let x = (y / TILE / step) % 2 ? TILE * (step - 1) : 0; x + TILE < shades.width; x += TILE * step) {
      const tile = tileAt(shades, { x, y }, { xx: 1, xy: 0, yx: 0, yy: 1 })
      if (tile) tiles.push({ at: { x, y }, tile })
    }
  return tiles
}

/** What a picture shows where a tile of the other begins; undefined where it is not all on the picture. */
function tileAt(
  { data, width, height }: Plane,
  from: Point,
  { xx, xy, yx, yy }: Pick<Mapping, 'xx' | 'xy' | 'yx' | 'yy'>,
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
      const upper = between(data[at] ?? 0, data[at + 1] ?? 0, x - left)
      const lower = between(data[at + width] ?? 0, data[at + width + 1] ?? 0, x - left)
      const value = between(upper, lower, y - top)
      values[row * TILE + column] = value
      sum += value
      squares += value * value
    }
  const mean = sum / PIXELS
  return { values, mean, contrast: Math.sqrt(Math.max(0, squares / PIXELS - mean * mean)) }
}

function between(one: number, other: number, share: number): number {
  return one + (other - one) * share
}

/** From -1 to 1, whatever the brightness and contrast of either. */
function likenessOf(one: Tile, other: Tile): number {
  let sum = 0
  for (let at = 0; at < PIXELS; at += 1)
    sum += ((one.values[at] ?? 0) - one.mean) * ((other.values[at] ?? 0) - other.mean)
  return sum / PIXELS / Math.max(1e-5, one.contrast * other.contrast)
}

/** Where a tile is on the other picture, to a part of a pixel; undefined where it is not found near the expected place. */
function matchOf(
  tile: Tile,
  at: Point,
  shades: Plane,
  { mapping, reach }: { mapping: Mapping; reach: number },
): Match | undefined {
  const expected = mapped(mapping, at)
  const likenessAt = (x: number, y: number) => {
    const there = tileAt(shades, { x: expected.x + x, y: expected.y + y }, mapping)
    return there ? likenessOf(tile, there) : -1
  }
  let best = { x: 0, y: 0, likeness: -1 }
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1) {
      const likeness = likenessAt(x, y)
      if (likeness > best.likeness) best = { x, y, likeness }
    }
  if (best.likeness < FOUND) return undefined
  const [dx, dy] = [
    peakOf(likenessAt(best.x - 1, best.y), best.likeness, likenessAt(best.x + 1, best.y)),
    peakOf(likenessAt(best.x, best.y - 1), best.likeness, likenessAt(best.x, best.y + 1)),
  ]
  return { from: at, to: { x: expected.x + best.x + dx, y: expected.y + best.y + dy } }
}

/** Where the top of the curve through three values is, from the middle one. */
function peakOf(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}

const MATCHES_AT_LEAST = 4
const ROUNDS = 3
const ASTRAY_TIMES = 2.5
const EXACT = 0.3

/** The mapping with the least squares of errors, then without what lies much farther off than the rest. */
function fitted(matches: Match[]): Mapping | undefined {
  let [used, mapping]: [Match[], Mapping | undefined] = [matches, undefined]
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = used.length < MATCHES_AT_LEAST ? undefined : leastSquares(used)
    if (!next) return mapping
    mapping = next
    const errors = used.map((match) => errorOf(next, match)).toSorted((a, b) => a - b)
    const most = Math.max(EXACT, ASTRAY_TIMES * (errors[errors.length >> 1] ?? 0))
    used = matches.filter((match) => errorOf(next, match) <= most)
  }
  return mapping
}

function errorOf(mapping: Mapping, { from, to }: Match): number {
  const { x, y } = mapped(mapping, from)
  return Math.hypot(x - to.x, y - to.y)
}

function leastSquares(matches: Match[]): Mapping | undefined {
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

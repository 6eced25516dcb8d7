/** A slanted rectangle on a picture, in its pixels: its middle, its length along the print, its height, and how it leans. */
export type Rectangle = { x: number; y: number; length: number; height: number; radians: number }

type Point = { x: number; y: number }
type Area = { score: number; hull: Point[] }

const PRINT = 0.3
const SCORE_AT_LEAST = 0.6
const PIXELS_AT_LEAST = 12
const SHORT_SIDE = 3
/** The model marks the core of a line: its box is so much larger. */
const UNCLIP = 1.5

/** The boxes of print, at most `most`, the most certain first. `shares` says of each pixel how likely it belongs to a line. */
export function boxesOf(shares: Float32Array, width: number, height: number, most: number): Rectangle[] {
  return areasOf(shares, width, height)
    .filter(({ score }) => score >= SCORE_AT_LEAST)
    .map(({ score, hull }) => ({ score, box: smallestBox(hull) }))
    .filter(({ box }) => Math.min(box.length, box.height) >= SHORT_SIDE)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ box }) => grown(box))
}

function grown(box: Rectangle): Rectangle {
  const by = (box.length * box.height * UNCLIP) / (box.length + box.height) / 2
  return { ...box, length: box.length + 2 * by, height: box.height + 2 * by }
}

/** Connected pixels of print; of each row of an area its ends are enough for the hull. */
function areasOf(shares: Float32Array, width: number, height: number): Area[] {
  const isPrint = new Uint8Array(shares.length)
  for (let at = 0; at < shares.length; at += 1) isPrint[at] = (shares[at] ?? 0) > PRINT ? 1 : 0
  const stack = new Int32Array(shares.length)
  const [left, right] = [new Int32Array(height).fill(width), new Int32Array(height).fill(-1)]
  const areas: Area[] = []
  for (let start = isPrint.indexOf(1); start >= 0; start = isPrint.indexOf(1, start + 1)) {
    const top = Math.floor(start / width)
    let bottom = top
    let [size, sum, count] = [1, 0, 0]
    stack[0] = start
    isPrint[start] = 0
    while (size > 0) {
      size -= 1
      const at = stack[size] ?? 0
      const y = Math.floor(at / width)
      const x = at - y * width
      sum += shares[at] ?? 0
      count += 1
      if (y > bottom) bottom = y
      if (x < (left[y] ?? 0)) left[y] = x
      if (x > (right[y] ?? 0)) right[y] = x
      const [lastX, lastY] = [Math.min(x + 1, width - 1), Math.min(y + 1, height - 1)]
      for (let nextY = Math.max(0, y - 1); nextY <= lastY; nextY += 1)
        for (let nextX = Math.max(0, x - 1); nextX <= lastX; nextX += 1) {
          const next = nextY * width + nextX
          if (!isPrint[next]) continue
          isPrint[next] = 0
          stack[size] = next
          size += 1
        }
    }
    const points = cornersOf(left, right, { top, bottom })
    if (count >= PIXELS_AT_LEAST) areas.push({ score: sum / count, hull: hullOf(points) })
    left.fill(width, top, bottom + 1)
    right.fill(-1, top, bottom + 1)
  }
  return areas
}

/** The corners of the outermost pixels of each row. */
function cornersOf(left: Int32Array, right: Int32Array, { top, bottom }: { top: number; bottom: number }): Point[] {
  const corners: Point[] = []
  for (let y = top; y <= bottom; y += 1) {
    const [from, to] = [left[y] ?? 0, (right[y] ?? 0) + 1]
    corners.push({ x: from, y }, { x: to, y }, { x: from, y: y + 1 }, { x: to, y: y + 1 })
  }
  return corners
}

/** Andrew's monotone chain. */
function hullOf(points: Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const half = (some: Point[]) => {
    const chain: Point[] = []
    for (const point of some) {
      while (chain.length > 1 && turn(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turn(from: Point, via: Point, to: Point): number {
  return (via.x - from.x) * (to.y - from.y) - (via.y - from.y) * (to.x - from.x)
}

/** The smallest rectangle around a hull lies along one of its edges; its longer side is taken for the line's length. */
function smallestBox(hull: Point[]): Rectangle {
  let best: Rectangle = { x: 0, y: 0, length: 0, height: 0, radians: 0 }
  let least = Number.POSITIVE_INFINITY
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from
    const radians = Math.atan2(to.y - from.y, to.x - from.x)
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const { x, y } of hull) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin]
      left = Math.min(left, u)
      right = Math.max(right, u)
      top = Math.min(top, v)
      bottom = Math.max(bottom, v)
    }
    const [width, height] = [right - left, bottom - top]
    if (width * height >= least) continue
    least = width * height
    const [u, v] = [(left + right) / 2, (top + bottom) / 2]
    const middle = { x: u * cos - v * sin, y: u * sin + v * cos }
    best =
      width >= height
        ? { ...middle, length: width, height, radians }
        : { ...middle, length: height, height: width, radians: radians + Math.PI / 2 }
  }
  return { ...best, radians: level(best.radians) }
}

/** An angle between minus and plus a quarter turn. Only reading a line shows at which end it begins. */
function level(radians: number): number {
  const turned = radians % Math.PI
  if (turned > Math.PI / 2) return turned - Math.PI
  return turned <= -Math.PI / 2 ? turned + Math.PI : turned
}

/** The same box on a page that is so many times as wide and as high. */
export function scaledBy(box: Rectangle, wide: number, high: number): Rectangle {
  const [cos, sin] = [Math.cos(box.radians), Math.sin(box.radians)]
  return {
    x: box.x * wide,
    y: box.y * high,
    length: box.length * Math.hypot(cos * wide, sin * high),
    height: box.height * Math.hypot(sin * wide, cos * high),
    radians: Math.atan2(sin * high, cos * wide),
  }
}

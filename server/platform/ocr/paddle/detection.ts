/** A rotated rectangle, in pixels of the picture: its centre, its length along the text, its height, and its angle. */
export type RotatedBox = { x: number; y: number; length: number; height: number; radians: number }

type Point = { x: number; y: number }
type Component = { score: number; hull: Point[] }

const THRESHOLD = 0.3
const MIN_SCORE = 0.6
const MIN_PIXELS = 12
const MIN_SIDE = 3
/** The model marks the core of a line; its box is larger by this ratio. */
const UNCLIP_RATIO = 1.5

/** The boxes of text, at most `limit`, the most certain first, by the probability of text for each pixel. */
export function findTextBoxes(probabilities: Float32Array, width: number, height: number, limit: number): RotatedBox[] {
  return connectedComponents(probabilities, width, height)
    .filter(({ score }) => score >= MIN_SCORE)
    .map(({ score, hull }) => ({ score, box: minAreaBox(hull) }))
    .filter(({ box }) => Math.min(box.length, box.height) >= MIN_SIDE)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ box }) => unclip(box))
}

function unclip(box: RotatedBox): RotatedBox {
  const by = (box.length * box.height * UNCLIP_RATIO) / (box.length + box.height) / 2
  return { ...box, length: box.length + 2 * by, height: box.height + 2 * by }
}

/** The connected components of text. The ends of each row of pixels are enough for the convex hull. */
function connectedComponents(probabilities: Float32Array, width: number, height: number): Component[] {
  const isText = new Uint8Array(probabilities.length)
  for (let at = 0; at < probabilities.length; at += 1) isText[at] = (probabilities[at] ?? 0) > THRESHOLD ? 1 : 0
  const stack = new Int32Array(probabilities.length)
  const [left, right] = [new Int32Array(height).fill(width), new Int32Array(height).fill(-1)]
  const components: Component[] = []
  for (let start = isText.indexOf(1); start >= 0; start = isText.indexOf(1, start + 1)) {
    const top = Math.floor(start / width)
    let bottom = top
    let [size, sum, count] = [1, 0, 0]
    stack[0] = start
    isText[start] = 0
    while (size > 0) {
      size -= 1
      const at = stack[size] ?? 0
      const y = Math.floor(at / width)
      const x = at - y * width
      sum += probabilities[at] ?? 0
      count += 1
      if (y > bottom) bottom = y
      if (x < (left[y] ?? 0)) left[y] = x
      if (x > (right[y] ?? 0)) right[y] = x
      const [lastX, lastY] = [Math.min(x + 1, width - 1), Math.min(y + 1, height - 1)]
      for (let nextY = Math.max(0, y - 1); nextY <= lastY; nextY += 1)
        for (let nextX = Math.max(0, x - 1); nextX <= lastX; nextX += 1) {
          const next = nextY * width + nextX
          if (!isText[next]) continue
          isText[next] = 0
          stack[size] = next
          size += 1
        }
    }
    const points = cornersOf(left, right, { top, bottom })
    if (count >= MIN_PIXELS) components.push({ score: sum / count, hull: convexHull(points) })
    left.fill(width, top, bottom + 1)
    right.fill(-1, top, bottom + 1)
  }
  return components
}

function cornersOf(left: Int32Array, right: Int32Array, { top, bottom }: { top: number; bottom: number }): Point[] {
  const corners: Point[] = []
  for (let y = top; y <= bottom; y += 1) {
    const [from, to] = [left[y] ?? 0, (right[y] ?? 0) + 1]
    corners.push({ x: from, y }, { x: to, y }, { x: from, y: y + 1 }, { x: to, y: y + 1 })
  }
  return corners
}

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const half = (some: Point[]) => {
    const chain: Point[] = []
    for (const point of some) {
      while (chain.length > 1 && crossProduct(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function crossProduct(from: Point, via: Point, to: Point): number {
  return (via.x - from.x) * (to.y - from.y) - (via.y - from.y) * (to.x - from.x)
}

/** The smallest rectangle lies along an edge of the hull. Its longer side is the length of the line. */
function minAreaBox(hull: Point[]): RotatedBox {
  let best: RotatedBox = { x: 0, y: 0, length: 0, height: 0, radians: 0 }
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
  return { ...best, radians: normaliseAngle(best.radians) }
}

/** An angle from -90° to 90°. Only recognition shows at which end the line starts. */
function normaliseAngle(radians: number): number {
  const turned = radians % Math.PI
  if (turned > Math.PI / 2) return turned - Math.PI
  return turned <= -Math.PI / 2 ? turned + Math.PI : turned
}

export function scaleBox(box: RotatedBox, wide: number, high: number): RotatedBox {
  const [cos, sin] = [Math.cos(box.radians), Math.sin(box.radians)]
  return {
    x: box.x * wide,
    y: box.y * high,
    length: box.length * Math.hypot(cos * wide, sin * high),
    height: box.height * Math.hypot(sin * wide, cos * high),
    radians: Math.atan2(sin * high, cos * wide),
  }
}

const QUARTER = Math.PI / 2
/** The least ratio of length to height that shows in which direction the text runs. */
const MIN_ASPECT = 1.5

/** Rotates boxes whose text runs down the page. A box across the others holds a character or two. */
export function levelBoxes(boxes: RotatedBox[]): RotatedBox[] {
  const isSideways = totalLength(boxes.filter((box) => !isHorizontal(box))) > totalLength(boxes.filter(isHorizontal))
  return boxes.map((box) => {
    const along = isHorizontal(box) === isSideways ? rotateByQuarter(box) : box
    return isSideways && along.radians < 0 ? turnUpsideDown(along) : along
  })
}

export const turnUpsideDown = (box: RotatedBox) => ({ ...box, radians: box.radians + Math.PI })

const isHorizontal = ({ radians }: RotatedBox) => Math.abs(radians) <= QUARTER / 2

function totalLength(boxes: RotatedBox[]): number {
  return boxes.reduce((sum, { length, height }) => sum + Math.max(0, length / height - MIN_ASPECT), 0)
}

function rotateByQuarter(box: RotatedBox): RotatedBox {
  const radians = box.radians > 0 ? box.radians - QUARTER : box.radians + QUARTER
  return { ...box, length: box.height, height: box.length, radians }
}

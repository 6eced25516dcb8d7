/** Three bytes for each pixel. */
export type Pixels = { data: Buffer; width: number; height: number }

type Point = { x: number; y: number }
/** A homography from the new picture to the old one. */
type Projection = [number, number, number, number, number, number, number, number]

const TABLE = 138
const LEAN = 0.03

/** The picture as a tilted phone sees it, with light from one side. */
export function applyPerspective({ data, width, height }: Pixels, chance: () => number): Pixels {
  const shift = () => (chance() - 0.5) * 2 * LEAN
  const corners: [Point, Point, Point, Point] = [
    { x: shift() * width, y: shift() * height },
    { x: (1 + shift()) * width, y: shift() * height },
    { x: (1 + shift()) * width, y: (1 + shift()) * height },
    { x: shift() * width, y: (1 + shift()) * height },
  ]
  const map = projection([width, height], corners)
  const [across, down] = [(chance() - 0.5) * 0.5, (chance() - 0.5) * 0.5]
  const seen = Buffer.alloc(data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = 1 + across * (x / width - 0.5) + down * (y / height - 0.5)
      const from = mapPoint(map, x, y)
      for (let channel = 0; channel < 3; channel += 1)
        seen[(y * width + x) * 3 + channel] = Math.min(255, light * interpolate({ data, width, height }, from, channel))
    }
  return { data: seen, width, height }
}

function mapPoint([a, b, c, d, e, f, g, h]: Projection, x: number, y: number): Point {
  const depth = g * x + h * y + 1
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

function interpolate({ data, width, height }: Pixels, { x, y }: Point, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return TABLE
  const [right, below] = [x - left, y - top]
  const at = (top * width + left) * 3 + channel
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 3] ?? 0) * right
  const lower = (data[at + width * 3] ?? 0) * (1 - right) + (data[at + width * 3 + 3] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** The homography from the corners of a picture to four other points, clockwise from the upper left. */
function projection([width, height]: [number, number], [p, q, r, s]: [Point, Point, Point, Point]): Projection {
  const [right, left] = [minus(q, r), minus(s, r)]
  const rest = minus(minus(p, q), minus(s, r))
  const area = cross(right, left)
  const [g, h] = [cross(rest, left) / area, cross(right, rest) / area]
  const across = { x: q.x - p.x + g * q.x, y: q.y - p.y + g * q.y }
  const down = { x: s.x - p.x + h * s.x, y: s.y - p.y + h * s.y }
  return [across.x / width, down.x / height, p.x, across.y / width, down.y / height, p.y, g / width, h / height]
}

const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y })
const cross = (one: Point, other: Point) => one.x * other.y - one.y * other.x

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
  const corners = [
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

/** The homography from the corners of a picture to four other points. */
function projection([width, height]: [number, number], corners: Point[]): Projection {
  const own: Point[] = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const rows = own.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = corners[index] ?? { x: 0, y: 0 }
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  return solveLinear(rows) as Projection
}

/** Solves linear equations, each row with its right side last (Gauss-Jordan). */
function solveLinear(rows: number[][]): number[] {
  for (const column of rows.keys()) {
    const pivot = rows.slice(column).reduce((best, row) => (size(row, column) > size(best, column) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const times = (row[column] ?? 0) / (pivot[column] ?? 1)
      for (const at of row.keys()) row[at] = (row[at] ?? 0) - times * (pivot[at] ?? 0)
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1))
}

const size = (row: number[], column: number) => Math.abs(row[column] ?? 0)

import type { Box } from '../../domains/receipt-ocr/ocr-result.ts'

/** A picture without colours: a byte for each pixel, 255 is white; `paper` is the shade of what is printed on. */
export type Grey = { data: Uint8Array<ArrayBuffer>; width: number; height: number; paper: number }

/** How a picture is to be turned, counter to how it leans, and scaled. */
export type Stance = { radians: number; scale: number }

/** A corner and its opposite, in pixels of the straightened picture. */
export type Corners = { x0: number; y0: number; x1: number; y1: number }

type Frame = { left: number; top: number; width: number; height: number }

type Turn = { sin: number; cos: number; scale: number }

const WHOLE: Corners = { x0: 0, y0: 0, x1: 1, y1: 1 }

/**
 * The picture upright and at the size asked for, or a `part` of that by shares of its width and height; and how a place on it
 * is found on the picture as it was.
 */
export function straightened(
  grey: Grey,
  { radians, scale }: Stance,
  part: Corners = WHOLE,
): { page: Grey; placeOf: (corners: Corners) => Box } {
  const source = scale < 0.5 ? halved(grey) : grey
  const turn = { sin: Math.sin(radians), cos: Math.cos(radians), scale: (scale * grey.width) / source.width }
  const frame = frameOf(source, turn, part)
  const page = sampled(source, turn, frame)
  return { page, placeOf: (corners) => placeOn(source, frame, turn, corners) }
}

/** What is shown of the turned picture: where its left upper corner is from the picture's middle, and how large. */
function frameOf(source: Grey, { sin, cos, scale }: Turn, { x0, y0, x1, y1 }: Corners): Frame {
  const width = scale * (source.width * Math.abs(cos) + source.height * Math.abs(sin))
  const height = scale * (source.width * Math.abs(sin) + source.height * Math.abs(cos))
  const left = Math.round(x0 * width) - Math.round(width) / 2
  const top = Math.round(y0 * height) - Math.round(height) / 2
  return { left, top, width: Math.round((x1 - x0) * width), height: Math.round((y1 - y0) * height) }
}

/** What a turned picture does not cover is as bright as its paper: white beside a dark photograph would make all of that its print. */
function sampled(source: Grey, { sin, cos, scale }: Turn, { left, top, width, height }: Frame): Grey {
  const data = new Uint8ClampedArray(width * height)
  const [stepX, stepY] = [cos / scale, -sin / scale]
  for (let y = 0; y < height; y += 1) {
    const [u, v] = [(0.5 + left) / scale, (y + 0.5 + top) / scale]
    let fromX = source.width / 2 - 0.5 + u * cos + v * sin
    let fromY = source.height / 2 - 0.5 - u * sin + v * cos
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      data[at] = shadeAt(source, fromX, fromY)
      fromX += stepX
      fromY += stepY
    }
  }
  return { data: new Uint8Array(data.buffer), width, height, paper: source.paper }
}

/** The shade between pixels, by a curve through the four nearest each way: a straight line blurs small print. */
function shadeAt({ data, width, height, paper }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 1 || top < 1 || left >= width - 2 || top >= height - 2) return paper
  const [right, below] = [x - left, y - top]
  const at = (top - 1) * width + left
  return curve(
    curveAlong(data, at, right),
    curveAlong(data, at + width, right),
    curveAlong(data, at + 2 * width, right),
    curveAlong(data, at + 3 * width, right),
    below,
  )
}

function curveAlong(data: Uint8Array, at: number, part: number): number {
  return curve(data[at - 1] ?? 0, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, part)
}

/** Catmull and Rom's: through the two in the middle, as steep there as their neighbours say. */
function curve(before: number, from: number, to: number, after: number, part: number): number {
  const bend = 2 * before - 5 * from + 4 * to - after + part * (3 * (from - to) + after - before)
  return from + 0.5 * part * (to - before + part * bend)
}

/** Half as wide and high, so that thin strokes are not stepped over. */
function halved({ data, width, height, paper }: Grey): Grey {
  const [narrow, low] = [width >> 1, height >> 1]
  const smaller = new Uint8Array(narrow * low)
  for (let at = 0; at < smaller.length; at += 1) {
    const from = Math.floor(at / narrow) * 2 * width + (at % narrow) * 2
    const sum = (data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + width] ?? 0) + (data[from + width + 1] ?? 0)
    smaller[at] = sum / 4
  }
  return { data: smaller, width: narrow, height: low, paper }
}

function placeOn(
  source: Grey,
  { left: fromX, top: fromY }: Frame,
  { sin, cos, scale }: Turn,
  { x0, y0, x1, y1 }: Corners,
): Box {
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => {
      const [u, v] = [(x + fromX) / scale, (y + fromY) / scale]
      return { x: 0.5 + (u * cos + v * sin) / source.width, y: 0.5 + (v * cos - u * sin) / source.height }
    }),
  )
  const [left, right] = reach(corners.map(({ x }) => x))
  const [top, bottom] = reach(corners.map(({ y }) => y))
  return { left, top, width: fraction(right - left), height: fraction(bottom - top) }
}

function reach(values: number[]): [number, number] {
  return [fraction(Math.min(...values)), fraction(Math.max(...values))]
}

function fraction(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000
}

import { downscaleByHalf, type PageImage } from './grayscale.ts'
import { type Box, boxAround } from './page.ts'

export type Transform = { radians: number; scale: number }

/** A corner and its opposite, in pixels of the deskewed picture. */
export type Corners = { x0: number; y0: number; x1: number; y1: number }

type Frame = { left: number; top: number; width: number; height: number }

type Rotation = { sin: number; cos: number; scale: number }

const WHOLE: Corners = { x0: 0, y0: 0, x1: 1, y1: 1 }

/** Rotates and scales a picture, or a `part` (fractions of the result). `placeOf` maps a place back to the original. */
export function deskew(
  image: PageImage,
  { radians, scale }: Transform,
  part: Corners = WHOLE,
): { page: PageImage; placeOf: (corners: Corners) => Box } {
  const source = scale < 0.5 ? { ...image, ...downscaleByHalf(image) } : image
  const rotation = { sin: Math.sin(radians), cos: Math.cos(radians), scale: (scale * image.width) / source.width }
  const frame = frameOf(source, rotation, part)
  const page = resample(source, rotation, frame)
  return { page, placeOf: (corners) => mapToOriginal(source, frame, rotation, corners) }
}

/** The visible part of the rotated picture: its upper left corner, measured from the centre, and its size. */
function frameOf(source: PageImage, { sin, cos, scale }: Rotation, { x0, y0, x1, y1 }: Corners): Frame {
  const width = scale * (source.width * Math.abs(cos) + source.height * Math.abs(sin))
  const height = scale * (source.width * Math.abs(sin) + source.height * Math.abs(cos))
  const left = Math.round(x0 * width) - Math.round(width) / 2
  const top = Math.round(y0 * height) - Math.round(height) / 2
  return { left, top, width: Math.round((x1 - x0) * width), height: Math.round((y1 - y0) * height) }
}

/** Fills the corners with the background: white beside a dark photo would turn the photo itself into print. */
function resample(source: PageImage, { sin, cos, scale }: Rotation, { left, top, width, height }: Frame): PageImage {
  const data = new Uint8ClampedArray(width * height)
  const [stepX, stepY] = [cos / scale, -sin / scale]
  for (let y = 0; y < height; y += 1) {
    const [u, v] = [(0.5 + left) / scale, (y + 0.5 + top) / scale]
    let fromX = source.width / 2 - 0.5 + u * cos + v * sin
    let fromY = source.height / 2 - 0.5 - u * sin + v * cos
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      data[at] = interpolate(source, fromX, fromY)
      fromX += stepX
      fromY += stepY
    }
  }
  return { data: new Uint8Array(data.buffer), width, height, background: source.background }
}

/** Bicubic interpolation: bilinear blurs small print. */
function interpolate({ data, width, height, background }: PageImage, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 1 || top < 1 || left >= width - 2 || top >= height - 2) return background
  const [right, below] = [x - left, y - top]
  const at = (top - 1) * width + left
  return spline(
    splineAlong(data, at, right),
    splineAlong(data, at + width, right),
    splineAlong(data, at + 2 * width, right),
    splineAlong(data, at + 3 * width, right),
    below,
  )
}

function splineAlong(data: Uint8Array, at: number, part: number): number {
  return spline(data[at - 1] ?? 0, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, part)
}

/** A Catmull-Rom spline. */
function spline(before: number, from: number, to: number, after: number, part: number): number {
  const cubic = 2 * before - 5 * from + 4 * to - after + part * (3 * (from - to) + after - before)
  return from + 0.5 * part * (to - before + part * cubic)
}

function mapToOriginal(
  source: PageImage,
  { left: fromX, top: fromY }: Frame,
  { sin, cos, scale }: Rotation,
  { x0, y0, x1, y1 }: Corners,
): Box {
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => {
      const [u, v] = [(x + fromX) / scale, (y + fromY) / scale]
      return { x: 0.5 + (u * cos + v * sin) / source.width, y: 0.5 + (v * cos - u * sin) / source.height }
    }),
  )
  return boxAround(corners)
}

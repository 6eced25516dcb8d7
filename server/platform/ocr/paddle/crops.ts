import { downscaleByHalf, type Grayscale } from '../grayscale.ts'
import type { RotatedBox } from './detection.ts'

const HEIGHT = 48
const STEP = 8
const WIDEST = 2400
/** Larger lines are cropped from the page at half its size. */
const HALVED_FROM = 1.6

/** A line of text: the same brightness from -1 to 1 for each of the three colours that the model expects. */
type Crop = { data: Float32Array; width: number; height: number }

export function lineCropper(page: Grayscale): (box: RotatedBox) => Crop {
  let half: Grayscale | undefined
  return (box) => {
    const isLarge = box.height / HEIGHT > HALVED_FROM
    if (isLarge) half ??= downscaleByHalf(page)
    return isLarge && half ? crop(half, 0.5, box) : crop(page, 1, box)
  }
}

function crop(source: Grayscale, scale: number, box: RotatedBox): Crop {
  const zoom = box.height / HEIGHT
  const width = Math.min(WIDEST, Math.max(2, Math.ceil(box.length / zoom / STEP)) * STEP)
  const data = new Float32Array(3 * HEIGHT * width)
  const [cos, sin] = [Math.cos(box.radians) * scale, Math.sin(box.radians) * scale]
  const across = box.length / width
  for (let row = 0; row < HEIGHT; row += 1) {
    const v = (row + 0.5 - HEIGHT / 2) * zoom
    let x = box.x * scale - v * sin - 0.5 + (0.5 - width / 2) * across * cos
    let y = box.y * scale + v * cos - 0.5 + (0.5 - width / 2) * across * sin
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      data[at] = interpolate(source, x, y) / 127.5 - 1
      x += across * cos
      y += across * sin
    }
  }
  const plane = HEIGHT * width
  data.copyWithin(plane, 0, plane)
  data.copyWithin(2 * plane, 0, plane)
  return { data, width, height: HEIGHT }
}

/** Bilinear; beyond the page, the nearest pixel of its edge. */
function interpolate({ data, width, height }: Grayscale, x: number, y: number): number {
  const [px, py] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))]
  const [left, top] = [Math.floor(px), Math.floor(py)]
  const [right, below] = [px - left, py - top]
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

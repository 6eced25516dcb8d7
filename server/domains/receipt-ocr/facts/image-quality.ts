import type { PageImage } from '../../../platform/ocr/grayscale.ts'
import type { Box } from '../../../platform/ocr/page.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'

/** `edge`: the width of the sharpest edges, in pixels. `blur`: that of the most blurred direction, as a share. */
export type ImageQuality = { background: number; contrast: number; edge: number; blur: number; cut: Side[] }

type Pixels = { x0: number; y0: number; x1: number; y1: number }

const LEVELS = 256
const SAMPLES = 2000
const MIN_PX = 3
const BACKGROUND_PERCENTILE = 0.9
const INK_PERCENTILE = 0.05
/** The steepest gradients are the edges of letters; the last few are dirt. */
const EDGE_PERCENTILE = 0.99
/** Motion blur has one direction; the picture stays sharp in another. */
const DIRECTIONS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
]
/** How near to the edge a word must be, as a share of its height: letters that are cut off may not be part of it. */
const NEAR = 0.35
/** Letters darken a part of the outermost pixels, a dark frame all of them, and dust hardly any. */
const INKED = { least: 0.08, most: 0.8 }

export function measureQuality(page: PageImage, box: Box): ImageQuality | undefined {
  const area = toPixels(page, box)
  const [wide, high] = [area.x1 - area.x0, area.y1 - area.y0]
  if (Math.min(wide, high) < MIN_PX) return undefined
  const { brightness, gradients } = histograms(page, area)
  const background = percentile(brightness, BACKGROUND_PERCENTILE)
  const contrast = background - percentile(brightness, INK_PERCENTILE)
  const steepest = gradients.map(({ counts, distance }) => percentile(counts, EDGE_PERCENTILE) / distance)
  const widthOf = (gradient: number) => contrast / Math.max(1, gradient)
  return {
    background,
    contrast,
    edge: widthOf(Math.max(...steepest)),
    blur: widthOf(Math.min(...steepest)) / Math.min(wide, high),
    cut: findCutSides(page, area, background - contrast / 2),
  }
}

function toPixels({ width, height }: PageImage, box: Box): Pixels {
  return {
    x0: Math.max(0, Math.floor(box.left * width)),
    y0: Math.max(0, Math.floor(box.top * height)),
    x1: Math.min(width, Math.ceil((box.left + box.width) * width)),
    y1: Math.min(height, Math.ceil((box.top + box.height) * height)),
  }
}

/** Each sampled row starts one pixel further on, because the dots of a printer are as regular as the samples. */
function histograms({ data, width }: PageImage, { x0, y0, x1, y1 }: Pixels) {
  const brightness = new Uint32Array(LEVELS)
  const gradients = DIRECTIONS.map(({ x, y }) => ({
    counts: new Uint32Array(LEVELS),
    next: y * width + x,
    distance: Math.hypot(x, y),
  }))
  const stride = Math.max(1, Math.ceil(Math.sqrt(((x1 - x0) * (y1 - y0)) / SAMPLES)))
  for (let y = y0, shift = 0; y < y1 - 1; y += stride, shift = (shift + 1) % stride)
    for (let x = x0 + 1 + shift; x < x1 - 1; x += stride) {
      const at = y * width + x
      const shade = data[at] ?? 0
      increment(brightness, shade)
      for (const { counts, next } of gradients) increment(counts, Math.abs((data[at + next] ?? 0) - shade))
    }
  return { brightness, gradients }
}

function increment(counts: Uint32Array, value: number): void {
  counts[value] = (counts[value] ?? 0) + 1
}

function percentile(counts: Uint32Array, share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  let sum = 0
  return Math.max(
    0,
    counts.findIndex((count) => {
      sum += count
      return sum > wanted
    }),
  )
}

function findCutSides({ data, width, height }: PageImage, { x0, y0, x1, y1 }: Pixels, ink: number): Side[] {
  const near = Math.max(1, NEAR * Math.min(x1 - x0, y1 - y0))
  const isInked = (from: number, along: number, count: number) => {
    let inked = 0
    for (let index = 0; index < count; index += 1) if ((data[from + index * along] ?? 0) < ink) inked += 1
    return inked >= INKED.least * count && inked <= INKED.most * count
  }
  const cut: Side[] = []
  if (x0 <= near && isInked(y0 * width, width, y1 - y0)) cut.push('left')
  if (width - x1 <= near && isInked((y0 + 1) * width - 1, width, y1 - y0)) cut.push('right')
  if (y0 <= near && isInked(x0, 1, x1 - x0)) cut.push('top')
  if (height - y1 <= near && isInked((height - 1) * width + x0, 1, x1 - x0)) cut.push('bottom')
  return cut
}

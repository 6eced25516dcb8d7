import type { PageImage } from '../../../platform/ocr/grayscale.ts'
import type { Box } from '../../../platform/ocr/page.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'

/**
 * How a place on a page looks: how bright its paper is, how much darker its ink, how many pixels wide its sharpest edges are, how wide
 * they are in the most blurred direction as a share of the place's shorter side, and at which sides the picture cuts through ink.
 */
export type Print = { paper: number; contrast: number; edge: number; blur: number; cut: Side[] }

type Pixels = { x0: number; y0: number; x1: number; y1: number }

const SHADES = 256
const SAMPLES = 2000
const SMALLEST_PX = 3
const PAPER_SHARE = 0.9
const INK_SHARE = 0.05
/** The steepest steps between pixels are the edges of letters; the last few are dirt. */
const EDGE_SHARE = 0.99
/** A shaken picture is blurred in one direction and sharp in another. */
const DIRECTIONS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
]
/** How near to the edge a word must be, as a share of its height: letters that are cut are not always part of it. */
const NEAR = 0.35
/** Letters darken a part of the picture's outermost pixels; a dark frame darkens all of them, and dust next to nothing. */
const INKED = { least: 0.08, most: 0.8 }

/** How the page looks at this place; undefined where the place is too small to tell. */
export function printAt(grey: PageImage, box: Box): Print | undefined {
  const place = pixelsOf(grey, box)
  const [wide, high] = [place.x1 - place.x0, place.y1 - place.y0]
  if (Math.min(wide, high) < SMALLEST_PX) return undefined
  const { shades, steps } = countedAt(grey, place)
  const paper = valueAt(shades, PAPER_SHARE)
  const contrast = paper - valueAt(shades, INK_SHARE)
  const steepest = steps.map(({ counts, distance }) => valueAt(counts, EDGE_SHARE) / distance)
  const widthOf = (step: number) => contrast / Math.max(1, step)
  return {
    paper,
    contrast,
    edge: widthOf(Math.max(...steepest)),
    blur: widthOf(Math.min(...steepest)) / Math.min(wide, high),
    cut: cutSides(grey, place, paper - contrast / 2),
  }
}

function pixelsOf({ width, height }: PageImage, box: Box): Pixels {
  return {
    x0: Math.max(0, Math.floor(box.left * width)),
    y0: Math.max(0, Math.floor(box.top * height)),
    x1: Math.min(width, Math.ceil((box.left + box.width) * width)),
    y1: Math.min(height, Math.ceil((box.top + box.height) * height)),
  }
}

/** How often each shade occurs, and each step to the next pixel in each direction. Each row starts one pixel further on, because the dots of a printer are as regular as the sample. */
function countedAt({ data, width }: PageImage, { x0, y0, x1, y1 }: Pixels) {
  const shades = new Uint32Array(SHADES)
  const steps = DIRECTIONS.map(({ x, y }) => ({
    counts: new Uint32Array(SHADES),
    next: y * width + x,
    distance: Math.hypot(x, y),
  }))
  const apart = Math.max(1, Math.ceil(Math.sqrt(((x1 - x0) * (y1 - y0)) / SAMPLES)))
  for (let y = y0, shift = 0; y < y1 - 1; y += apart, shift = (shift + 1) % apart)
    for (let x = x0 + 1 + shift; x < x1 - 1; x += apart) {
      const at = y * width + x
      const shade = data[at] ?? 0
      addTo(shades, shade)
      for (const { counts, next } of steps) addTo(counts, Math.abs((data[at + next] ?? 0) - shade))
    }
  return { shades, steps }
}

function addTo(counts: Uint32Array, value: number): void {
  counts[value] = (counts[value] ?? 0) + 1
}

/** The value that this share of what was counted does not exceed. */
function valueAt(counts: Uint32Array, share: number): number {
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

function cutSides({ data, width, height }: PageImage, { x0, y0, x1, y1 }: Pixels, ink: number): Side[] {
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

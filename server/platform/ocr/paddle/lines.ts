import { boxesOf, type Rectangle, scaledBy } from './boxes.ts'
import { cutter, type Shades } from './crops.ts'
import { type Letters, lettersOf } from './letters.ts'
import type { Models } from './models.ts'
import { levelled, upsideDown } from './way-up.ts'

const BOXES_AT_MOST = 300
/** So many of the longest boxes are read both ways up, until one is legible. */
const TRIED = 6
/** Print that is upside down is read as a few characters with low confidence. */
const LEGIBLE = { letters: 8, trust: 0.85 }

/** A line of print: its place in pixels of the page, turned so that its letters are upright. */
export type Line = Letters & { box: Rectangle }

/** The lines of a page, from the top of its print to the bottom; `small` is the same page, its sides multiples of 32. */
export async function* linesOf(models: Models, page: Shades, small: Shades): AsyncGenerator<Line> {
  const { data } = await models.detect(small)
  const found = boxesOf(data, small.width, small.height, BOXES_AT_MOST)
  const boxes = levelled(found.map((box) => scaledBy(box, page.width / small.width, page.height / small.height)))
  const cut = cutter(page)
  const readLine = async (box: Rectangle): Promise<Line> => ({
    box,
    ...lettersOf(await models.recognise(cut(box)), models.signs),
  })
  const { isUpright, known } = await wayUp(boxes, readLine)
  const turned = isUpright ? boxes : boxes.map(upsideDown)
  for (const { box, index } of inOrder(turned)) yield known.get(index) ?? (await readLine(box))
}

/** Which way up the print is, and the lines that were read to find that out. */
async function wayUp(boxes: Rectangle[], readLine: (box: Rectangle) => Promise<Line>) {
  const longest = boxes
    .map((box, index) => ({ box, index, length: box.length / box.height }))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, TRIED)
  const read = { upright: new Map<number, Line>(), turned: new Map<number, Line>() }
  let votes = 0
  for (const { box, index } of longest) {
    const upright = await readLine(box)
    read.upright.set(index, upright)
    if (isLegible(upright)) return { isUpright: true, known: read.upright }
    const turned = await readLine(upsideDown(box))
    read.turned.set(index, turned)
    if (isLegible(turned)) return { isUpright: false, known: read.turned }
    votes += trustIn(upright) - trustIn(turned)
  }
  return votes < 0 ? { isUpright: false, known: read.turned } : { isUpright: true, known: read.upright }
}

function isLegible(line: Line): boolean {
  return line.letters.length >= LEGIBLE.letters && trustIn(line) >= LEGIBLE.trust
}

function trustIn({ letters }: Line): number {
  return letters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, letters.length)
}

/** From the top to the bottom of the print, however the page lies. */
function inOrder(boxes: Rectangle[]) {
  const longest = boxes.reduce(
    (one, other) => (other.length > one.length ? other : one),
    boxes[0] ?? { length: 0, radians: 0 },
  )
  const [cos, sin] = [Math.cos(longest.radians), Math.sin(longest.radians)]
  return boxes
    .map((box, index) => ({ box, index, down: box.y * cos - box.x * sin }))
    .toSorted((one, other) => one.down - other.down)
}

import type { PaddleInput } from '../run-ocr.ts'
import { lineCropper } from './crops.ts'
import { findTextBoxes, levelBoxes, type RotatedBox, scaleBox, turnUpsideDown } from './detection.ts'
import type { ModelOutput, Models } from './models.ts'

const MAX_BOXES = 300
/** So many of the longest lines with letters or digits are read both ways up, until one is legible. */
const ORIENTATION = { tries: 6, boxes: 20 }
/** Text that is upside down gives a few characters with low confidence. */
const LEGIBLE = { characters: 8, confidence: 0.85 }
/** A row of stars, dashes or zeros looks the same either way up. It is read as few different letters and digits. */
const MIN_DIFFERENT = 4

/** A line of text. `box` is rotated so that the text is upright. */
export type Line = RecognisedText & { box: RotatedBox }

export async function* recogniseLines(models: Models, { page, small }: PaddleInput): AsyncGenerator<Line> {
  const { data } = await models.detect(small)
  const found = findTextBoxes(data, small.width, small.height, MAX_BOXES)
  const boxes = levelBoxes(found.map((box) => scaleBox(box, page.width / small.width, page.height / small.height)))
  const cut = lineCropper(page)
  const readLine = async (box: RotatedBox): Promise<Line> => ({
    box,
    ...decodeCtc(await models.recognise(cut(box)), models.characters),
  })
  const { isUpright, recognised } = await detectOrientation(boxes, readLine)
  const turned = isUpright ? boxes : boxes.map(turnUpsideDown)
  for (const { box, index } of sortDownwards(turned)) yield recognised.get(index) ?? (await readLine(box))
}

async function detectOrientation(boxes: RotatedBox[], readLine: (box: RotatedBox) => Promise<Line>) {
  const longest = boxes
    .map((box, index) => ({ box, index, length: box.length / box.height }))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, ORIENTATION.boxes)
  const read = { upright: new Map<number, Line>(), turned: new Map<number, Line>() }
  let [votes, tries] = [0, 0]
  for (const { box, index } of longest) {
    if (tries === ORIENTATION.tries) break
    const upright = await readLine(box)
    read.upright.set(index, upright)
    if (isLegible(upright)) {
      if (hasWords(upright)) return { isUpright: true, recognised: read.upright }
      continue
    }
    const turned = await readLine(turnUpsideDown(box))
    read.turned.set(index, turned)
    if (isLegible(turned) && hasWords(turned)) return { isUpright: false, recognised: read.turned }
    if (!hasWords(upright) && !hasWords(turned)) continue
    votes += meanConfidence(upright) - meanConfidence(turned)
    tries += 1
  }
  return votes < 0 ? { isUpright: false, recognised: read.turned } : { isUpright: true, recognised: read.upright }
}

function isLegible(line: Line): boolean {
  return line.characters.length >= LEGIBLE.characters && meanConfidence(line) >= LEGIBLE.confidence
}

function hasWords({ characters }: Line): boolean {
  return new Set(characters.map(({ char }) => char).filter((char) => /[a-z0-9]/i.test(char))).size >= MIN_DIFFERENT
}

function meanConfidence({ characters }: Line): number {
  return characters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, characters.length)
}

/** Sorts from the top of the text to the bottom, whatever the orientation of the page. */
function sortDownwards(boxes: RotatedBox[]) {
  const longest = boxes.reduce(
    (one, other) => (other.length > one.length ? other : one),
    boxes[0] ?? { length: 0, radians: 0 },
  )
  const [cos, sin] = [Math.cos(longest.radians), Math.sin(longest.radians)]
  return boxes
    .map((box, index) => ({ box, index, down: box.y * cos - box.x * sin }))
    .toSorted((one, other) => one.down - other.down)
}

/** `step` is the position along the line. */
export type Character = { char: string; step: number; confidence: number }

type RecognisedText = { characters: Character[]; steps: number }

/** Characters of other scripts that the model confuses with these. */
const LATIN: Record<string, string> = {
  '。': '.',
  '、': ',',
  〇: '0',
  '—': '-',
  '–': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
}

/** Greedy CTC decoding: the likeliest character of each step; the same character in neighbouring steps counts once. */
export function decodeCtc({ data, dims }: ModelOutput, alphabet: string[]): RecognisedText {
  const [steps, count] = [dims[1] ?? 0, dims[2] ?? 0]
  const characters: Character[] = []
  let before = 0
  for (let step = 0; step < steps; step += 1) {
    const from = step * count
    let best = 0
    for (let char = 1; char < count; char += 1) if ((data[from + char] ?? 0) > (data[from + best] ?? 0)) best = char
    const confidence = data[from + best] ?? 0
    const last = characters.at(-1)
    if (best !== 0 && best !== before)
      for (const char of (alphabet[best] ?? '').normalize('NFKC'))
        characters.push({ char: LATIN[char] ?? char, step, confidence })
    else if (best !== 0 && last) last.confidence = Math.max(last.confidence, confidence)
    before = best
  }
  return { characters, steps }
}

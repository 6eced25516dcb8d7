import type { Locator } from '@playwright/test'

/** By version: the data codewords of each block at error correction Q, and the positions of the alignment patterns. */
const versions: Record<number, { blocks: number[]; aligned: number[] }> = {
  2: { blocks: [22], aligned: [6, 18] },
  3: { blocks: [17, 17], aligned: [6, 22] },
  4: { blocks: [24, 24], aligned: [6, 26] },
  5: { blocks: [15, 15, 16, 16], aligned: [6, 30] },
  6: { blocks: [19, 19, 19, 19], aligned: [6, 34] },
}
const Q = 0b11
const BYTES = 0b0100
const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The text of a QR code on the page, read from its pixels. It must be one run of bytes at error correction Q. */
export async function readQrCode(code: Locator): Promise<string> {
  const modules = modulesOf(await pixelsOf(code))
  const version = versions[(modules.length - 17) / 4]
  if (!version) throw new Error(`A code of ${modules.length} modules a side`)
  // The format is around the first finder pattern, under a mask of its own.
  const format = [0, 1, 2, 3, 4].reduce((bits, at) => (bits << 1) | Number(modules[8]?.[at]), 0) ^ 0b10101
  const mask = masks[format & 0b111]
  if (format >> 3 !== Q || !mask) throw new Error(`A code of format ${format.toString(2)}`)
  return textOf(inOrder(codewordsOf(modules, version.aligned, mask), version.blocks))
}

type Pixels = { dark: number[]; width: number }

/** The pixels on the screen, each dark or not. */
async function pixelsOf(code: Locator): Promise<Pixels> {
  const seen = (await code.screenshot()).toString('base64')
  return code.evaluate(async (_, png) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${png}`
    await picture.decode()
    const { width, height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    canvas?.drawImage(picture, 0, 0)
    const colours = canvas?.getImageData(0, 0, width, height).data ?? []
    return {
      width,
      dark: Array.from({ length: width * height }, (_, at) => Number((colours[at * 4 + 1] ?? 255) < 128)),
    }
  }, seen)
}

/** The dark modules, row by row, without the quiet zone. */
function modulesOf({ dark, width }: Pixels): boolean[][] {
  const isDark = (x: number, y: number) => dark[y * width + x] === 1
  const first = dark.indexOf(1)
  const [left, top] = [first % width, Math.floor(first / width)]
  let right = width - 1
  while (!isDark(right, top)) right -= 1
  // The upper edge of a finder pattern is seven modules wide.
  let edge = left
  while (isDark(edge, top)) edge += 1
  const sides = Math.round((right + 1 - left) / ((edge - left) / 7))
  const step = (right + 1 - left) / sides
  const middle = (start: number, at: number) => Math.floor(start + (at + 0.5) * step)
  return Array.from({ length: sides }, (_, row) =>
    Array.from({ length: sides }, (_, column) => isDark(middle(left, column), middle(top, row))),
  )
}

/** The codewords from the lower right corner on, in pairs of columns, without the patterns. */
function codewordsOf(modules: boolean[][], aligned: number[], mask: (row: number, column: number) => boolean) {
  const side = modules.length
  const bits: number[] = []
  // The column of the timing pattern belongs to no pair.
  const pairs = Array.from({ length: (side - 1) / 2 }, (_, at) => side - 1 - at * 2).map(
    (right) => right - Number(right < 7),
  )
  for (const [at, right] of pairs.entries()) {
    for (let step = 0; step < side; step++) {
      const row = at % 2 === 0 ? side - 1 - step : step
      for (const column of [right, right - 1]) {
        if (isPattern(row, column, side, aligned)) continue
        bits.push(Number(modules[row]?.[column] !== mask(row, column)))
      }
    }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => numberOf(bits.slice(at * 8, at * 8 + 8)))
}

function isPattern(row: number, column: number, side: number, aligned: number[]): boolean {
  if (row === 6 || column === 6) return true
  if (row < 9 && (column < 9 || column >= side - 8)) return true
  if (row >= side - 8 && column < 9) return true
  const last = aligned.at(-1) ?? 0
  return Math.abs(row - last) <= 2 && Math.abs(column - last) <= 2
}

/** The data codewords of the blocks one after the other; they are interleaved. */
function inOrder(codewords: number[], blocks: number[]): number[] {
  const turns = Array.from({ length: Math.max(...blocks) }, (_, turn) => turn)
  const data = blocks.map((): number[] => [])
  let at = 0
  for (const turn of turns)
    for (const [block, size] of blocks.entries()) if (turn < size) data[block]?.push(codewords[at++] ?? 0)
  return data.flat()
}

function textOf(data: number[]): string {
  const bits = data.flatMap((codeword) => Array.from({ length: 8 }, (_, at) => (codeword >> (7 - at)) & 1))
  if (numberOf(bits.slice(0, 4)) !== BYTES) throw new Error('The code does not hold bytes')
  const length = numberOf(bits.slice(4, 12))
  const bytes = Array.from({ length }, (_, at) => numberOf(bits.slice(12 + at * 8, 20 + at * 8)))
  return Buffer.from(bytes).toString('utf8')
}

function numberOf(bits: number[]): number {
  return bits.reduce((number, bit) => number * 2 + bit, 0)
}

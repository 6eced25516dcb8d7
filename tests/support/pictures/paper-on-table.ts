/** The ink at each place of a receipt, 0 to 255, and the brightness of ink. */
type InkImage = { ink: Buffer; width: number; height: number; tone: number }

type Picture = { data: Buffer; width: number; height: number }
type Wave = (place: number) => number

const SHADOW_PX = 18
const GRAIN = 9

/** A receipt on a table, with uneven edges, or as a scanner sees it, without the table. RGB. */
export function placeOnTable(print: InkImage, chance: () => number): Picture {
  const isScan = chance() < 0.5
  const edge = () => (isScan ? 0 : 16 + Math.floor(110 * chance()))
  const [left, top, right, bottom] = [edge(), edge(), edge(), edge()]
  const [width, height] = [print.width + left + right, print.height + top + bottom]
  const bends = [createWave(chance, 7), createWave(chance, 7), createWave(chance, 4), createWave(chance, 4)] as const
  const paper = createPaper(print, chance)
  const table = createTable(width, height, chance)
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, row] = [x - left, y - top]
      const outside = isScan ? 0 : distanceOutside(print, bends, column, row)
      const tones = outside <= 0 ? paper(column, row) : table(x, y, outside)
      for (const [channel, tone] of tones.entries())
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(tone)))
    }
  return { data, width, height }
}

/** The distance of a place from the paper with its uneven edges; at most 0 on the paper. */
function distanceOutside(
  { width, height }: InkImage,
  [left, right, top, bottom]: readonly [Wave, Wave, Wave, Wave],
  column: number,
  row: number,
): number {
  return Math.max(left(row) - column, column - width - right(row), top(column) - row, row - height - bottom(column))
}

/** Paper is not pure white, and ink is not pure black. */
function createPaper({ ink, width, height, tone }: InkImage, chance: () => number) {
  const [white, slope, across] = [226 + 22 * chance(), (chance() - 0.5) * 30, (chance() - 0.5) * 24]
  const crease = createWave(chance, 6)
  return (column: number, row: number): number[] => {
    const light = white + slope * (row / height - 0.5) + across * (column / width - 0.5) + crease(row + 0.4 * column)
    const inside = column >= 0 && row >= 0 && column < width && row < height
    const share = inside ? (ink[row * width + column] ?? 0) / 255 : 0
    const grey = (light + (chance() - 0.5) * 10) * (1 - share) + (tone + 14 * chance()) * share
    return [grey, grey - 1, grey - 5]
  }
}

/** A table with grain, stains and the shadow of the paper. */
function createTable(width: number, height: number, chance: () => number) {
  const [red, green, blue] = [60 + 110 * chance(), 60 + 90 * chance(), 50 + 90 * chance()]
  const [along, across] = [createWave(chance, 14), createWave(chance, 14)]
  const grain = Array.from({ length: width }, () => (chance() - 0.5) * 3 * GRAIN)
  const bend = createWave(chance, 12)
  const stains = Array.from({ length: 12 }, () => ({
    ...{ x: chance() * width, y: chance() * height },
    ...{ size: 8 + 50 * chance(), tone: (chance() - 0.5) * 80 },
  }))
  return (x: number, y: number, outside: number): number[] => {
    const stained = stains.reduce(
      (sum, { x: left, y: top, size, tone }) => sum + (Math.hypot(x - left, y - top) < size ? tone : 0),
      0,
    )
    const shadow = 0.55 + 0.45 * Math.min(1, outside / SHADOW_PX)
    const streak = grain[Math.abs(Math.round(x + bend(y))) % width] ?? 0
    const rough = along(x) + across(y) + streak + stained + (chance() - 0.5) * GRAIN
    return [red, green, blue].map((tone) => (tone + rough) * shadow)
  }
}

/** A smooth wave of at most so many pixels or brightness levels. */
function createWave(chance: () => number, most: number): Wave {
  const parts = [180, 70, 31].map((length) => ({
    length: length * (0.6 + chance()),
    from: 7 * chance(),
    high: (most / 3) * chance(),
  }))
  return (place) => parts.reduce((sum, { length, from, high }) => sum + high * Math.sin(place / length + from), 0)
}

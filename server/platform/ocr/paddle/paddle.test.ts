import { expect, test } from 'vitest'
import { findTextBoxes, levelBoxes, type RotatedBox, scaleBox } from './detection.ts'
import { decodeCtc, type Line } from './recognition.ts'
import { groupIntoRows } from './rows.ts'

/** A map of 200 by 100 pixels, with text likely inside rotated bars and unlikely elsewhere. */
function mapOf(bars: { x: number; y: number; length: number; height: number; radians: number; share?: number }[]) {
  return Float32Array.from({ length: 200 * 100 }, (_, at) => {
    const [px, py] = [(at % 200) + 0.5, Math.floor(at / 200) + 0.5]
    const inside = bars.find(({ x, y, length, height, radians }) => {
      const [dx, dy] = [px - x, py - y]
      const [along, across] = [
        dx * Math.cos(radians) + dy * Math.sin(radians),
        dy * Math.cos(radians) - dx * Math.sin(radians),
      ]
      return Math.abs(along) < length / 2 && Math.abs(across) < height / 2
    })
    return inside ? (inside.share ?? 0.9) : 0.05
  })
}

const bar = { x: 100, y: 50, length: 120, height: 12, radians: 0 }

test('D-51 a rotated line on a map of probabilities has a box with the same angle, larger than its core', () => {
  const [box, ...others] = findTextBoxes(mapOf([{ ...bar, radians: 0.2 }]), 200, 100, 300)
  expect(others).toEqual([])
  expect([box?.x, box?.y]).toEqual([expect.closeTo(100, 0), expect.closeTo(50, 0)])
  expect(box?.radians).toBeCloseTo(0.2, 1)
  expect(box?.length).toBeGreaterThan(130)
  expect(box?.height).toBeGreaterThan(20)
  expect(box?.height).toBeLessThan(40)
})

test('D-51 two lines one above the other are two boxes, the most certain first; a small or unlikely area is none', () => {
  const lines = [
    { ...bar, y: 25, height: 10, share: 0.7 },
    { ...bar, y: 70, height: 10, length: 60 },
  ]
  const [map, none] = [
    mapOf(lines),
    mapOf([
      { ...bar, x: 30, y: 30, length: 3, height: 3 },
      { ...bar, y: 70, share: 0.4 },
    ]),
  ]
  expect(findTextBoxes(map, 200, 100, 300).map(({ y }) => Math.round(y / 5) * 5)).toEqual([70, 25])
  expect(findTextBoxes(map, 200, 100, 1)).toHaveLength(1)
  expect(findTextBoxes(none, 200, 100, 300)).toEqual([])
})

test('D-51 a box on a page twice as wide and high is twice as large', () => {
  const larger = scaleBox({ x: 10, y: 20, length: 30, height: 5, radians: 0.3 }, 2, 2)
  expect([larger.x, larger.y, ...[larger.length, larger.height].map(Math.round)]).toEqual([20, 40, 60, 10])
  expect(larger.radians).toBeCloseTo(0.3)
})

const boxAt = (radians: number): RotatedBox => ({ x: 50, y: 50, length: 200, height: 20, radians })
const sign = (radians: number): RotatedBox => ({ x: 150, y: 50, length: 22, height: 12, radians })

test('D-51 text that runs across the page stays as it is, and a single character beside it is rotated the same way', () => {
  const [first, second, third] = levelBoxes([boxAt(0.05), boxAt(-0.05), sign(Math.PI / 2)])
  expect([first?.radians, second?.radians]).toEqual([0.05, -0.05])
  expect(third).toMatchObject({ length: 12, height: 22 })
  expect(third?.radians).toBeCloseTo(0)
})

test('D-51 text that runs down the page is read downwards, whatever the angle of its boxes', () => {
  const turned = levelBoxes([boxAt(Math.PI / 2 - 0.1), boxAt(-Math.PI / 2 + 0.1), boxAt(Math.PI / 2)])
  expect(turned.map(({ radians }) => Math.round(radians * 10) / 10)).toEqual([1.5, 1.7, 1.6])
})

const ALPHABET = ['', 'A', '1', '：', '。']

/** The probabilities for each step, in which `best` is the likeliest character. */
function output(...best: [char: number, probability: number][]) {
  const data = best.flatMap(([char, probability]) =>
    ALPHABET.map((_, at) => (at === char ? probability : (1 - probability) / 4)),
  )
  return { data: Float32Array.from(data), dims: [1, best.length, ALPHABET.length] }
}

test('D-51 a character in neighbouring steps counts once, with their highest confidence; after a gap it counts again', () => {
  const { characters, steps } = decodeCtc(output([1, 0.5], [1, 0.75], [0, 1], [1, 0.5], [2, 1]), ALPHABET)
  expect(steps).toBe(5)
  expect(characters).toEqual([
    { char: 'A', step: 0, confidence: 0.75 },
    { char: 'A', step: 3, confidence: 0.5 },
    { char: '1', step: 4, confidence: 1 },
  ])
})

test('D-51 full-width characters of another script become Latin characters', () => {
  const { characters } = decodeCtc(output([3, 1], [0, 1], [4, 1]), ALPHABET)
  expect(characters.map(({ char }) => char)).toEqual([':', '.'])
})

const PAGE = { width: 1000, height: 2000 }

/** A line whose characters are three steps apart; a `|` adds three more steps and is not printed. */
function line(text: string, at: { x: number; y: number; radians?: number; height?: number }): Line {
  let step = 1
  const characters = [...text].flatMap((char) => {
    step += 3
    return char === '|' ? [] : [{ char, step, confidence: 0.9 }]
  })
  const box = { radians: 0, height: 30, ...at, length: (step + 3) * 6 }
  return { box, characters, steps: step + 3 }
}

test.each([0, 0.15])(
  'D-51 lines side by side on a page skewed by %s are one row, from left to right, and rows come from top to bottom',
  (radians) => {
    const at = (x: number, y: number) => ({ x, y: y + Math.tan(radians) * x, radians })
    const lines = [line('12.50', at(800, 500)), line('CASH', at(200, 545)), line('TOTAL', at(200, 500))]
    const rows = groupIntoRows([...lines, line('20.00', at(800, 545))], PAGE)
    expect(rows.map(({ text }) => text)).toEqual(['TOTAL 12.50', 'CASH 20.00'])
  },
)

test('D-51 words end at spaces and at wide gaps, and each has its box', () => {
  const [row] = groupIntoRows([line('03/03/2018|10:58 PM', { x: 500, y: 500 })], PAGE)
  expect(row?.words.map(({ text }) => text)).toEqual(['03/03/2018', '10:58', 'PM'])
  const [date, time] = row?.words ?? []
  expect((date?.box.left ?? 0) + (date?.box.width ?? 1)).toBeLessThan(time?.box.left ?? 0)
})

test('D-51 a page that is upside down is read from its lower edge', () => {
  const radians = Math.PI
  const lines = [line('TOTAL', { x: 800, y: 500, radians }), line('12.50', { x: 200, y: 500, radians })]
  const rows = groupIntoRows([...lines, line('SHOP', { x: 500, y: 900, radians })], PAGE)
  expect(rows.map(({ text }) => text)).toEqual(['SHOP', 'TOTAL 12.50'])
})

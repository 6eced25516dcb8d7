import { expect, test } from 'vitest'
import { findTextBoxes, levelBoxes, type RotatedBox, scaleBox } from './detection.ts'

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

const line = (radians: number): RotatedBox => ({ x: 50, y: 50, length: 200, height: 20, radians })
const sign = (radians: number): RotatedBox => ({ x: 150, y: 50, length: 22, height: 12, radians })

test('D-51 text that runs across the page stays as it is, and a single character beside it is rotated the same way', () => {
  const [first, second, third] = levelBoxes([line(0.05), line(-0.05), sign(Math.PI / 2)])
  expect([first?.radians, second?.radians]).toEqual([0.05, -0.05])
  expect(third).toMatchObject({ length: 12, height: 22 })
  expect(third?.radians).toBeCloseTo(0)
})

test('D-51 text that runs down the page is read downwards, whatever the angle of its boxes', () => {
  const turned = levelBoxes([line(Math.PI / 2 - 0.1), line(-Math.PI / 2 + 0.1), line(Math.PI / 2)])
  expect(turned.map(({ radians }) => Math.round(radians * 10) / 10)).toEqual([1.5, 1.7, 1.6])
})

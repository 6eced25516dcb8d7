import { describe, expect, test } from 'vitest'
import { boxesOf, scaledBy } from './boxes.ts'

/** Likely print within slanted bars on a map of 200 by 100, unlikely elsewhere. */
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

describe('D-51 lines of print on a map of how likely each place is print', () => {
  test('a slanted line has a box with the same slant, larger than its core', () => {
    const [box, ...others] = boxesOf(mapOf([{ x: 100, y: 50, length: 120, height: 12, radians: 0.2 }]), 200, 100, 300)
    expect(others).toEqual([])
    expect(box?.x).toBeCloseTo(100, 0)
    expect(box?.y).toBeCloseTo(50, 0)
    expect(box?.radians).toBeCloseTo(0.2, 1)
    expect(box?.length).toBeGreaterThan(130)
    expect(box?.height).toBeGreaterThan(20)
    expect(box?.height).toBeLessThan(40)
  })

  test('two lines one above the other are two boxes, and the most certain come first', () => {
    const map = mapOf([
      { x: 100, y: 25, length: 120, height: 10, radians: 0, share: 0.7 },
      { x: 100, y: 70, length: 60, height: 10, radians: 0 },
    ])
    expect(boxesOf(map, 200, 100, 300).map(({ y }) => Math.round(y / 5) * 5)).toEqual([70, 25])
    expect(boxesOf(map, 200, 100, 1)).toHaveLength(1)
  })

  test('what is small or hardly print is no line', () => {
    const map = mapOf([
      { x: 30, y: 30, length: 3, height: 3, radians: 0 },
      { x: 100, y: 70, length: 60, height: 10, radians: 0, share: 0.4 },
    ])
    expect(boxesOf(map, 200, 100, 300)).toEqual([])
  })

  test('a box on a page twice as wide and high is twice as large', () => {
    const box = { x: 10, y: 20, length: 30, height: 5, radians: 0.3 }
    const larger = scaledBy(box, 2, 2)
    expect([larger.x, larger.y]).toEqual([20, 40])
    expect([larger.length, larger.height].map(Math.round)).toEqual([60, 10])
    expect(larger.radians).toBeCloseTo(0.3)
  })
})

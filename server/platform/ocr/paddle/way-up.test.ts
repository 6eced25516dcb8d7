import { expect, test } from 'vitest'
import type { Rectangle } from './boxes.ts'
import { levelled } from './way-up.ts'

const line = (radians: number): Rectangle => ({ x: 50, y: 50, length: 200, height: 20, radians })
const sign = (radians: number): Rectangle => ({ x: 150, y: 50, length: 22, height: 12, radians })

test('D-51 print that runs across the page stays as it is, and a single character beside it is turned the same way', () => {
  const [first, second, third] = levelled([line(0.05), line(-0.05), sign(Math.PI / 2)])
  expect([first?.radians, second?.radians]).toEqual([0.05, -0.05])
  expect(third).toMatchObject({ length: 12, height: 22 })
  expect(third?.radians).toBeCloseTo(0)
})

test('D-51 print that runs down the page is read downwards, whichever way its boxes were measured', () => {
  const turned = levelled([line(Math.PI / 2 - 0.1), line(-Math.PI / 2 + 0.1), line(Math.PI / 2)])
  expect(turned.map(({ radians }) => Math.round(radians * 10) / 10)).toEqual([1.5, 1.7, 1.6])
})

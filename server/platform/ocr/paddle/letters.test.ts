import { expect, test } from 'vitest'
import { lettersOf } from './letters.ts'

const SIGNS = ['', 'A', '1', '：', '。']

/** One row of chances for each step, in which `best` is the likeliest sign. */
function answer(...best: [sign: number, chance: number][]) {
  const data = best.flatMap(([sign, chance]) => SIGNS.map((_, at) => (at === sign ? chance : (1 - chance) / 4)))
  return { data: Float32Array.from(data), dims: [1, best.length, SIGNS.length] }
}

test('D-51 a character in neighbouring steps counts once, with their highest confidence; after a gap it counts again', () => {
  const { letters, steps } = lettersOf(answer([1, 0.5], [1, 0.75], [0, 1], [1, 0.5], [2, 1]), SIGNS)
  expect(steps).toBe(5)
  expect(letters).toEqual([
    { sign: 'A', step: 0, confidence: 0.75 },
    { sign: 'A', step: 3, confidence: 0.5 },
    { sign: '1', step: 4, confidence: 1 },
  ])
})

test('D-51 full-width characters of another script become ours', () => {
  const { letters } = lettersOf(answer([3, 1], [0, 1], [4, 1]), SIGNS)
  expect(letters.map(({ sign }) => sign)).toEqual([':', '.'])
})

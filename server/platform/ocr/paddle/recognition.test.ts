import { expect, test } from 'vitest'
import { decodeCtc } from './recognition.ts'

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

import { expect, test } from 'vitest'
import { reasonInMalay } from './reasonTexts.ts'

test.each([
  'The picture is too blurred or dark to read. Please take a new one in good light.',
  // As the first version worded it.
  'The picture is too blurred or dark to read. Please photograph the receipt again in good light.',
])('S-4.07 a preset reason has a Malay twin, with the words of the reviewer after it: %s', (reason) => {
  const malay = 'Gambar ini terlalu kabur atau gelap untuk dibaca. Ambil gambar baharu di tempat yang terang.'
  expect(reasonInMalay(reason)).toBe(malay)
  expect(reasonInMalay(`${reason} The total is torn.`)).toBe(`${malay} The total is torn.`)
})

test('S-4.07 a reason in the words of the reviewer stays as they typed it', () => {
  expect(reasonInMalay('The receipt is torn.')).toBe('The receipt is torn.')
})

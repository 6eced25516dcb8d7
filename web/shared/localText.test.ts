import { expect, test } from 'vitest'
import { localText } from './localText.ts'

test('D-106 an English page shows the English text and never the Malay one', () => {
  expect(localText('Half price', 'Separuh harga')).toEqual({ text: 'Half price', lang: undefined })
  expect(localText('Half price', undefined)).toEqual({ text: 'Half price', lang: undefined })
})

test('D-106 a Malay page shows the Malay text, or else the English one marked as English', () => {
  expect(localText('Half price', 'Separuh harga', 'ms')).toEqual({ text: 'Separuh harga', lang: undefined })
  expect(localText('Half price', undefined, 'ms')).toEqual({ text: 'Half price', lang: 'en' })
})

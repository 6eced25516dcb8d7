import { expect, test } from 'vitest'
import { compileTesseract } from './run-ocr.ts'

test('D-51 all threads share the code of Tesseract, compiled once', async () => {
  const [one, other] = await Promise.all([compileTesseract(), compileTesseract()])
  expect(one).toBe(other)
  expect(String(one)).toBe('[object WebAssembly.Module]')
})

import { expect, test } from 'vitest'
import { tesseractCode } from './tesseract-code.ts'

test('D-51 all threads are given the same code, compiled once', async () => {
  const [one, other] = await Promise.all([tesseractCode(), tesseractCode()])
  expect(one).toBe(other)
  expect(String(one)).toBe('[object WebAssembly.Module]')
})

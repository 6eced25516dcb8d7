import { expect, test } from 'vitest'
import { readableDuration } from './durations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a length of time reads in one unit and is rounded up', () => {
  expect(readableDuration(0)).toBe('1 minute')
  expect(readableDuration(MINUTE + 1)).toBe('2 minutes')
  expect(readableDuration(59 * MINUTE + 1)).toBe('1 hour')
  expect(readableDuration(2 * HOUR + 1)).toBe('3 hours')
  expect(readableDuration(23 * HOUR + 1)).toBe('1 day')
  expect(readableDuration(25 * HOUR)).toBe('2 days')
})

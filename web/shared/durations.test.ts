import { expect, test } from 'vitest'
import { readableAge, readableDuration } from './durations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a duration shows one unit and rounds up', () => {
  expect(readableDuration(0)).toBe('1 minute')
  expect(readableDuration(MINUTE + 1)).toBe('2 minutes')
  expect(readableDuration(59 * MINUTE + 1)).toBe('1 hour')
  expect(readableDuration(2 * HOUR + 1)).toBe('3 hours')
  expect(readableDuration(23 * HOUR + 1)).toBe('1 day')
  expect(readableDuration(25 * HOUR)).toBe('2 days')
})

test('an age shows one unit and rounds down', () => {
  expect(readableAge(0)).toBe('1 minute')
  expect(readableAge(3 * HOUR - 1)).toBe('2 hours')
  expect(readableAge(24 * HOUR)).toBe('1 day')
  expect(readableAge(5 * 24 * HOUR - 1)).toBe('4 days')
})

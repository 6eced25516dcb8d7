import { expect, test } from 'vitest'
import { readableAge, readableDuration } from './durations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a duration shows one unit and rounds up', () => {
  const durations = [0, MINUTE + 1, 59 * MINUTE + 1, 2 * HOUR + 1, 23 * HOUR + 1, 25 * HOUR].map(readableDuration)
  expect(durations).toEqual(['1 minute', '2 minutes', '1 hour', '3 hours', '1 day', '2 days'])
})

test('an age shows one unit and rounds down', () => {
  const ages = [0, 3 * HOUR - 1, 24 * HOUR, 5 * 24 * HOUR - 1].map(readableAge)
  expect(ages).toEqual(['1 minute', '2 hours', '1 day', '4 days'])
})

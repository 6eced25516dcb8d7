import { expect, test } from 'vitest'
import { dayFrom } from './moments.ts'

test('D-33 days are counted in the time zone', () => {
  const lateInUtc = new Date('2026-11-20T17:00:00Z')
  expect(dayFrom(lateInUtc, 0, 'Asia/Kuala_Lumpur')).toBe('2026-11-21')
  expect(dayFrom(lateInUtc, -21, 'Asia/Kuala_Lumpur')).toBe('2026-10-31')
})

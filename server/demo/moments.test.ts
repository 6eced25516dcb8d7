import { expect, test } from 'vitest'
import { dayFrom, instantOf } from './moments.ts'

test('D-33 a wall clock is read in its time zone', () => {
  expect(instantOf('2026-11-21', '00:30', 'Asia/Kuala_Lumpur').toISOString()).toBe('2026-11-20T16:30:00.000Z')
  expect(instantOf('2026-01-15', '09:00', 'America/St_Johns').toISOString()).toBe('2026-01-15T12:30:00.000Z')
  expect(instantOf('2026-01-15', '09:00', 'UTC').toISOString()).toBe('2026-01-15T09:00:00.000Z')
})

test('D-33 days are counted in the time zone', () => {
  const lateInUtc = new Date('2026-11-20T17:00:00Z')
  expect(dayFrom(lateInUtc, 0, 'Asia/Kuala_Lumpur')).toBe('2026-11-21')
  expect(dayFrom(lateInUtc, -21, 'Asia/Kuala_Lumpur')).toBe('2026-10-31')
})

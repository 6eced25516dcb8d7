import { expect, test } from 'vitest'
import { dayIn, daysBetween, formatDay, formatMonth, instantOf, isRealDay, wallTimeIn } from './days.ts'

test('D-42 the day is the campus day, not the UTC day', () => {
  const evening = new Date('2026-11-20T16:30:00Z')
  expect(dayIn('Asia/Kuala_Lumpur', evening)).toBe('2026-11-21')
  expect(dayIn('UTC', evening)).toBe('2026-11-20')
})

test.each(['2026-02-28', '2028-02-29', '2000-12-31'])('D-42 %s is a day', (day) => {
  expect(isRealDay(day)).toBe(true)
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '',
  'today',
  '2026-04-31',
  '02026-01-01',
  '2026-01-01T00:00',
  '0000-01-01',
])('D-42 %j is no day', (day) => {
  expect(isRealDay(day)).toBe(false)
})

test('R-6.01 a month is written out in the language of the reader', () => {
  expect([formatMonth('2026-09'), formatMonth('2026-09', 'ms')]).toEqual(['September 2026', 'September 2026'])
  expect([formatMonth('2027-03'), formatMonth('2027-03', 'ms')]).toEqual(['March 2027', 'Mac 2027'])
})

test('D-33 a day is written out in the language of the reader, with three letters for each month in English', () => {
  expect([formatDay('2026-09-05'), formatDay('2026-11-12')]).toEqual(['5 Sep 2026', '12 Nov 2026'])
  expect([formatDay('2026-09-05', 'ms'), formatDay('2026-05-12', 'ms')]).toEqual(['5 Sep 2026', '12 Mei 2026'])
})

test('D-42 daysBetween counts whole days', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2)
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2)
})

test('D-33 instantOf reads a wall clock in its time zone', () => {
  expect(instantOf('2026-11-21', '00:30', 'Asia/Kuala_Lumpur').toISOString()).toBe('2026-11-20T16:30:00.000Z')
  expect(instantOf('2026-01-15', '09:00', 'America/St_Johns').toISOString()).toBe('2026-01-15T12:30:00.000Z')
  // The morning on which the clocks go forward.
  expect(instantOf('2026-03-08', '03:30', 'America/New_York').toISOString()).toBe('2026-03-08T07:30:00.000Z')
  expect(instantOf('2026-01-15', '09:00', 'UTC').toISOString()).toBe('2026-01-15T09:00:00.000Z')
  expect(wallTimeIn('Asia/Kuala_Lumpur', new Date('2026-11-20T16:30:00.000Z'))).toBe('2026-11-21T00:30')
})

import { expect, test } from 'vitest'
import { needsSecond } from './reversals.service.ts'

const deps = { config: { LARGE_AMOUNT_SEN: 50_000 } } as Parameters<typeof needsSecond>[0]

test.each<[string, number, Parameters<typeof needsSecond>[2], boolean]>([
  ['an approval of the large amount', 50_000, { status: 'approved', stamps: 5, left: 20 }, false],
  ['an approval above it', 50_001, { status: 'approved', stamps: 5, left: 20 }, true],
  ['a rejection above it', 50_001, { status: 'rejected', stamps: -5, left: 20 }, false],
  ['all the stamps that are left', 2_000, { status: 'approved', stamps: 20, left: 20 }, false],
  ['a stamp more', 2_100, { status: 'approved', stamps: 21, left: 20 }, true],
  ['a stamp more taken away', 2_100, { status: 'rejected', stamps: -21, left: 20 }, true],
  ['no stamps when none is left', 500, { status: 'rejected', stamps: 0, left: 0 }, false],
])('D-101 whether a reversal needs a second manager: %s', (_what, amountSen, change, needed) => {
  expect(needsSecond(deps, amountSen, change)).toBe(needed)
})

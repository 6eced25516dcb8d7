import { expect, test } from 'vitest'
import { isOwedToMembers, listedPromises, numbersInTitles, testedNumbers } from './promises.ts'

const numbersOf = (promises: { number: string }[]) => promises.map(({ number }) => number)

test('every promise is listed once, and is either tested or marked as planned', () => {
  const promises = listedPromises()
  const numbers = numbersOf(promises)
  const { tested } = testedNumbers()
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect({
    neither: numbersOf(promises.filter(({ number, later }) => !later && !tested.has(number))),
    both: numbersOf(promises.filter(({ number, later }) => later && tested.has(number))),
    unknown: [...tested].filter((number) => !numbers.includes(number)),
  }).toEqual({ neither: [], both: [], unknown: [] })
})

test('every promise to members has a test that drives the real server', () => {
  const { driven } = testedNumbers()
  const owed = listedPromises().filter(({ number }) => isOwedToMembers(number))
  expect({
    planned: numbersOf(owed.filter(({ later }) => later)),
    withoutSuchTest: numbersOf(owed).filter((number) => !driven.has(number)),
  }).toEqual({ planned: [], withoutSuchTest: [] })
})

test('numbers are found in the titles of tests, not of skipped ones', () => {
  const source = `test('S-1.01 one', …); test.each([[1, (2)]])("D-02 and S-1.03 %s", …); it.skip('S-1.04 no', …)`
  expect(numbersInTitles(source)).toEqual(['S-1.01', 'D-02', 'S-1.03'])
})

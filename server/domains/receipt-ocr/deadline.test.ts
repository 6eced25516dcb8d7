import { expect, test } from 'vitest'
import { readWithin } from './deadline.ts'

test('D-96 a reading that takes too long is given up and its reader gets the signal to stop', async () => {
  const given = Promise.withResolvers<AbortSignal>()
  const never = readWithin(20, undefined, (signal) => {
    given.resolve(signal)
    return new Promise(() => {})
  })
  await expect(never).rejects.toMatchObject({ name: 'ReadingFault', reason: 'time' })
  expect((await given.promise).aborted).toBe(true)
})

test('D-96 where one limit lies within another, each gives up for the time that is over', async () => {
  const reasons: string[] = []
  const outer = readWithin(20, undefined, (signal) =>
    readWithin(60_000, signal, () => new Promise(() => {})).catch((fault) => reasons.push(fault.name)),
  )
  await expect(outer).rejects.toMatchObject({ reason: 'time' })
  await expect.poll(() => reasons).toEqual(['ReadingFault'])
})

test('D-96 a reading whose sender has gone is no fault of the picture', async () => {
  const gone = new AbortController()
  const reading = readWithin(60_000, gone.signal, () => new Promise(() => {}))
  gone.abort()
  await expect(reading).rejects.toMatchObject({ name: 'GaveUp' })
  await expect(readWithin(60_000, gone.signal, async () => 'read')).rejects.toMatchObject({ name: 'GaveUp' })
  expect(await readWithin(60_000, undefined, async () => 'read')).toBe('read')
})

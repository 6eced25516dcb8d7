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

test('D-96 a reading whose sender has gone is no fault of the picture', async () => {
  const gone = new AbortController()
  const reading = readWithin(60_000, gone.signal, () => new Promise(() => {}))
  gone.abort()
  await expect(reading).rejects.toMatchObject({ name: 'GaveUp' })
  await expect(readWithin(60_000, gone.signal, async () => 'read')).rejects.toMatchObject({ name: 'GaveUp' })
  expect(await readWithin(60_000, undefined, async () => 'read')).toBe('read')
})

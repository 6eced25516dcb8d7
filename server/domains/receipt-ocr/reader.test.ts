import { expect, test } from 'vitest'
import { readWithDeadline } from './reader.ts'

test('D-96 OCR that has to wait too long says so, which is no verdict on the picture, and its reader gets the signal to stop', async () => {
  const given = Promise.withResolvers<AbortSignal>()
  const never = readWithDeadline(20, undefined, (signal) => {
    given.resolve(signal)
    return new Promise(() => {})
  })
  await expect(never).rejects.toMatchObject({ name: 'MachineBusy' })
  expect((await given.promise).aborted).toBe(true)
})

test('D-96 when the outer of two deadlines passes, both say so', async () => {
  const reasons: string[] = []
  const outer = readWithDeadline(20, undefined, (signal) =>
    readWithDeadline(60_000, signal, () => new Promise(() => {})).catch((error) => reasons.push(error.name)),
  )
  await expect(outer).rejects.toMatchObject({ name: 'MachineBusy' })
  await expect.poll(() => reasons).toEqual(['MachineBusy'])
})

test('D-96 OCR whose client has gone fails with Cancelled, not with an OcrError', async () => {
  const gone = new AbortController()
  const reading = readWithDeadline(60_000, gone.signal, () => new Promise(() => {}))
  gone.abort()
  await expect(reading).rejects.toMatchObject({ name: 'Cancelled' })
  await expect(readWithDeadline(60_000, gone.signal, async () => 'read')).rejects.toMatchObject({ name: 'Cancelled' })
  expect(await readWithDeadline(60_000, undefined, async () => 'read')).toBe('read')
})

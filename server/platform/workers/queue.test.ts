import { expect, test } from 'vitest'
import { boundedQueue, QueueFull } from './queue.ts'

test('as many tasks as allowed run at a time, in the order they came', async () => {
  const inTurn = boundedQueue({ concurrency: 2, maxWaiting: 10 })
  const [gates, begun] = [Array.from({ length: 5 }, () => Promise.withResolvers<void>()), [] as number[]]
  const tasks = gates.map((gate, index) =>
    inTurn(() => {
      begun.push(index)
      return gate.promise
    }),
  )
  expect(begun).toEqual([0, 1])
  gates[1]?.resolve()
  await tasks[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(tasks)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('D-43 a failed task makes room for the next, and too many waiting tasks are rejected', async () => {
  const inTurn = boundedQueue({ concurrency: 1, maxWaiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('damaged')))
  const waiting = inTurn(() => Promise.resolve('done'))
  await expect(inTurn(() => Promise.resolve('never'))).rejects.toThrow(QueueFull)
  await expect(failing).rejects.toThrow('damaged')
  expect(await waiting).toBe('done')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})

test('D-43 a task that waits too long is rejected, and those before and after it run', async () => {
  const inTurn = boundedQueue({ concurrency: 1, maxWaiting: 5, maxWaitMs: 30 })
  const gate = Promise.withResolvers<string>()
  const first = inTurn(() => gate.promise)
  await expect(inTurn(() => Promise.resolve('never'))).rejects.toThrow(QueueFull)
  const next = inTurn(() => Promise.resolve('in time'))
  gate.resolve('done')
  expect(await Promise.all([first, next])).toEqual(['done', 'in time'])
  expect(inTurn.load()).toEqual({ running: 0, waiting: 0 })
})

test('D-21 one holder cannot fill the queue: others still get a place', async () => {
  const inTurn = boundedQueue({ concurrency: 1, maxWaiting: 6 })
  const gate = Promise.withResolvers<string>()
  const add = (holder: string) => inTurn(() => gate.promise, holder).catch((error: Error) => error.name)
  const first = add('flood')
  const flood = Array.from({ length: 9 }, () => add('flood'))
  const others = ['one', 'two', 'three', 'late'].map(add)
  gate.resolve('done')
  expect(await Promise.all(flood)).toEqual([...Array(3).fill('done'), ...Array(6).fill('QueueFull')])
  expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done', 'done', 'QueueFull'])
})

import { expect, test } from 'vitest'
import { boundedQueue, QueueFull } from './queue.ts'

test('tasks are worked on as many at once as may be, in the order they came', async () => {
  const inTurn = boundedQueue({ atOnce: 2, waiting: 10 })
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

test('D-43 a failed picture makes room for the next, and too many waiting are refused', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('damaged')))
  const waiting = inTurn(() => Promise.resolve('done'))
  await expect(inTurn(() => Promise.resolve('never'))).rejects.toThrow(QueueFull)
  await expect(failing).rejects.toThrow('damaged')
  expect(await waiting).toBe('done')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})

test('D-43 a picture that waits too long is refused, and those before and after it have their turn', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waiting: 5, patienceMs: 30 })
  const gate = Promise.withResolvers<string>()
  const first = inTurn(() => gate.promise)
  await expect(inTurn(() => Promise.resolve('never'))).rejects.toThrow(QueueFull)
  const next = inTurn(() => Promise.resolve('in time'))
  gate.resolve('done')
  expect(await Promise.all([first, next])).toEqual(['done', 'in time'])
  expect(inTurn.load()).toEqual({ running: 0, waiting: 0 })
})

test('D-21 one holder may wait with as many tasks as there are places left, and leaves the others theirs', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waiting: 6 })
  const gate = Promise.withResolvers<string>()
  const ask = (holder: string) => inTurn(() => gate.promise, holder).catch((fault: Error) => fault.name)
  const first = ask('flood')
  const flood = Array.from({ length: 9 }, () => ask('flood'))
  const others = ['one', 'two', 'three', 'late'].map(ask)
  gate.resolve('done')
  expect(await Promise.all(flood)).toEqual([...Array(3).fill('done'), ...Array(6).fill('QueueFull')])
  expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done', 'done', 'QueueFull'])
})

import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** A queue whose tasks record their start, and end when the test ends them. */
function openQueue(limits: Parameters<typeof fairQueue>[0]) {
  const inTurn = fairQueue(limits)
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const add = (name: string, turn: Parameters<typeof inTurn>[1] = {}) =>
    inTurn(() => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(name, resolve)
      return promise
    }, turn).then(
      () => 'done',
      (error: Error) => error.name,
    )
  const finish = async (name: string) => {
    gates.get(name)?.()
    await new Promise(setImmediate)
  }
  return { add, begun, finish, load: inTurn.load }
}

test('D-43 holders take turns, each with one running and one waiting task', async () => {
  const { add, begun, finish } = openQueue({ concurrency: 2, maxWaiting: 10 })
  const crowd = [1, 2, 3].map((n) => add(`crowd ${n}`, { holder: 'crowd' }))
  expect(await crowd[2]).toBe('HolderQueueFull')
  const others = ['one', 'two', 'three'].map((name) => add(name, { holder: name }))
  expect(begun).toEqual(['crowd 1', 'one'])
  await finish('one')
  expect(begun).toEqual(['crowd 1', 'one', 'two'])
  await finish('crowd 1')
  expect(begun).toEqual(['crowd 1', 'one', 'two', 'three'])
  await finish('two')
  expect(begun.at(-1)).toBe('crowd 2')
  await finish('three')
  await finish('crowd 2')
  expect(await Promise.all([...crowd, ...others])).toEqual(['done', 'done', 'HolderQueueFull', 'done', 'done', 'done'])
})

test('D-43 a full queue rejects a task, and so does one that is too slow', async () => {
  const { add, finish, load } = openQueue({ concurrency: 1, maxWaiting: 1, maxWaitMs: 30 })
  const first = add('first', { holder: 'a' })
  const second = add('second', { holder: 'b' })
  expect(await add('third', { holder: 'c' })).toBe('QueueFull')
  expect(await second).toBe('QueueFull')
  await finish('first')
  expect(await first).toBe('done')
  expect(load()).toEqual({ running: 0, waiting: 0 })
})

test('D-43 an aborted task leaves the queue and does not start', async () => {
  const { add, begun, finish, load } = openQueue({ concurrency: 1, maxWaiting: 5 })
  const first = add('first', { holder: 'a' })
  const exited = new AbortController()
  const waiting = add('waiting', { holder: 'b', signal: exited.signal })
  expect(load()).toEqual({ running: 1, waiting: 1 })
  exited.abort()
  expect(await waiting).toBe('Cancelled')
  expect(load()).toEqual({ running: 1, waiting: 0 })
  expect(await add('late', { signal: exited.signal })).toBe('Cancelled')
  await finish('first')
  expect(await first).toBe('done')
  expect(begun).toEqual(['first'])
})

test('D-96 a task that is first starts before all that wait, and is rejected only if the queue is full of such tasks', async () => {
  const { add, begun, finish } = openQueue({ concurrency: 1, maxWaiting: 2 })
  const all = [...'abc'].map((holder) => add(holder, { holder }))
  expect(await add('d', { holder: 'd' })).toBe('QueueFull')
  for (const name of ['urgent 1', 'urgent 2']) all.push(add(name, { first: true }))
  expect(await add('urgent 3', { first: true })).toBe('QueueFull')
  for (const name of ['a', 'urgent 1', 'urgent 2', 'b', 'c']) await finish(name)
  expect(await Promise.all(all)).toEqual(Array(5).fill('done'))
  expect(begun).toEqual(['a', 'urgent 1', 'urgent 2', 'b', 'c'])
})

test('D-43 a failed task makes room for the next', async () => {
  const inTurn = fairQueue({ concurrency: 1, maxWaiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('damaged')))
  const waiting = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await waiting).toBe('done')
  expect(inTurn.load()).toEqual({ running: 0, waiting: 0 })
})

test('D-21 one group cannot fill the queue: others still get a place', async () => {
  const { add, finish } = openQueue({ concurrency: 1, maxWaiting: 6 })
  const first = add('first', { group: 'flood' })
  const flood = Array.from({ length: 9 }, (_, n) => add(`flood ${n}`, { holder: `${n}`, group: 'flood' }))
  const others = ['one', 'two', 'three', 'late'].map((name) => add(name, { holder: name, group: name }))
  for (const name of ['first', 'flood 0', 'flood 1', 'flood 2', 'one', 'two', 'three']) await finish(name)
  expect(await Promise.all(flood)).toEqual([...Array(3).fill('done'), ...Array(6).fill('QueueFull')])
  expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done', 'done', 'QueueFull'])
})

test('D-21 a holder may have more waiting tasks where the queue allows it, and they wait in turn', async () => {
  const { add, begun, finish } = openQueue({ concurrency: 1, maxWaiting: 10, maxPerHolder: 4 })
  const crowd = [1, 2, 3, 4, 5].map((n) => add(`crowd ${n}`, { holder: 'crowd' }))
  expect(await crowd[4]).toBe('HolderQueueFull')
  const other = add('other', { holder: 'other' })
  for (const name of ['crowd 1', 'other', 'crowd 2', 'crowd 3', 'crowd 4']) await finish(name)
  expect(await other).toBe('done')
  expect(begun).toEqual(['crowd 1', 'other', 'crowd 2', 'crowd 3', 'crowd 4'])
})

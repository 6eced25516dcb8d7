import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** A queue whose tasks note when they begin, and end when the test ends them. */
function watched(bounds: Parameters<typeof fairQueue>[0]) {
  const inTurn = fairQueue(bounds)
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const ask = (name: string, turn: Parameters<typeof inTurn>[1] = {}) =>
    inTurn(() => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(name, resolve)
      return promise
    }, turn).then(
      () => 'done',
      (fault: Error) => fault.name,
    )
  const finish = async (name: string) => {
    gates.get(name)?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, finish, load: inTurn.load }
}

test('D-43 senders take turns, each with one picture at work and one waiting', async () => {
  const { ask, begun, finish } = watched({ atOnce: 2, waiting: 10 })
  const crowd = [1, 2, 3].map((n) => ask(`crowd ${n}`, { holder: 'crowd' }))
  expect(await crowd[2]).toBe('HolderQueueFull')
  const others = ['one', 'two', 'three'].map((name) => ask(name, { holder: name }))
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

test('D-43 a full line refuses, and so does one that moves too slowly', async () => {
  const { ask, finish, load } = watched({ atOnce: 1, waiting: 1, patienceMs: 30 })
  const first = ask('first', { holder: 'a' })
  const second = ask('second', { holder: 'b' })
  expect(await ask('third', { holder: 'c' })).toBe('QueueFull')
  expect(await second).toBe('QueueFull')
  await finish('first')
  expect(await first).toBe('done')
  expect(load()).toEqual({ running: 0, waiting: 0 })
})

test('D-43 what nobody waits for any more leaves the line, and begins no task', async () => {
  const { ask, begun, finish, load } = watched({ atOnce: 1, waiting: 5 })
  const first = ask('first', { holder: 'a' })
  const gone = new AbortController()
  const waiting = ask('waiting', { holder: 'b', signal: gone.signal })
  expect(load()).toEqual({ running: 1, waiting: 1 })
  gone.abort()
  expect(await waiting).toBe('Cancelled')
  expect(load()).toEqual({ running: 1, waiting: 0 })
  expect(await ask('late', { signal: gone.signal })).toBe('Cancelled')
  await finish('first')
  expect(await first).toBe('done')
  expect(begun).toEqual(['first'])
})

test('D-96 what goes first has the next turn, before all who wait', async () => {
  const { ask, begun, finish } = watched({ atOnce: 1, waiting: 10 })
  const all = [...'abc'].map((holder) => ask(holder, { holder }))
  all.push(ask('urgent', { first: true }))
  for (const name of ['a', 'urgent', 'b', 'c']) await finish(name)
  await Promise.all(all)
  expect(begun).toEqual(['a', 'urgent', 'b', 'c'])
})

test('D-96 what goes first is not refused by a line full of others, only by one full of its own', async () => {
  const { ask, begun, finish } = watched({ atOnce: 1, waiting: 2 })
  const all = [...'abc'].map((holder) => ask(holder, { holder }))
  expect(await ask('d', { holder: 'd' })).toBe('QueueFull')
  for (const name of ['urgent 1', 'urgent 2']) all.push(ask(name, { first: true }))
  expect(await ask('urgent 3', { first: true })).toBe('QueueFull')
  for (const name of ['a', 'urgent 1', 'urgent 2', 'b', 'c']) await finish(name)
  expect(await Promise.all(all)).toEqual(Array(5).fill('done'))
  expect(begun).toEqual(['a', 'urgent 1', 'urgent 2', 'b', 'c'])
})

import { expect, test } from 'vitest'
import { waitInSlowQueue } from './slow-queue.ts'

/** The results of many waits that start at once, after the waiting clients have gone. */
async function crowd(key: string, { people, ms }: { people: number; ms: number }) {
  const senders = new AbortController()
  const answers = Array.from({ length: people }, () =>
    waitInSlowQueue({ key, ms }, senders.signal).catch(({ name }: Error) => name),
  )
  senders.abort()
  return Map.groupBy(await Promise.all(answers), (answer) => answer)
}

test('D-21 delayed requests wait 18 seconds in all at most, and further ones are rejected', async () => {
  const far = await crowd('far', { people: 40, ms: 2500 })
  expect([...far].map(([answer, all]) => [answer, all.length])).toEqual([
    ['Cancelled', 7],
    [18, 33],
  ])
  const near = await crowd('near', { people: 40, ms: 30 })
  expect([...near.keys()]).toEqual(['Cancelled'])
})

test('D-21 at most 1,000 requests wait, however short the delays are', async () => {
  const many = await crowd('many', { people: 1500, ms: 1 })
  expect([many.get('Cancelled')?.length, many.get(2)?.length]).toEqual([1001, 499])
})

test('D-21 a client that has gone leaves the queue, and each key has its own queue', async () => {
  await crowd('left', { people: 40, ms: 2500 })
  const senders = new AbortController()
  const full = Array.from({ length: 7 }, () =>
    waitInSlowQueue({ key: 'full', ms: 2500 }, senders.signal).catch(() => 'gone'),
  )
  expect(await waitInSlowQueue({ key: 'left', ms: 1 })).toBeUndefined()
  expect(await waitInSlowQueue({ key: 'full', ms: 2500 })).toBe(18)
  senders.abort()
  expect(await Promise.all(full)).toEqual(Array(7).fill('gone'))
  expect(await waitInSlowQueue({ key: 'full', ms: 1 })).toBeUndefined()
})

test('D-21 requests of one account leave the second half of the queue to others at the same address', async () => {
  const senders = new AbortController()
  const attempt = (holder: string) =>
    waitInSlowQueue({ key: 'campus', ms: 1000, holder }, senders.signal).catch(() => 'waited')
  const flooded = Array.from({ length: 12 }, () => attempt('flooded'))
  const others = ['aminah', 'rosnah'].map(attempt)
  senders.abort()
  expect(await Promise.all(flooded)).toEqual([...Array(9).fill('waited'), 9, 9, 9])
  expect(await Promise.all(others)).toEqual(['waited', 'waited'])
  expect(await waitInSlowQueue({ key: 'campus', ms: 1, holder: 'flooded' })).toBeUndefined()
})

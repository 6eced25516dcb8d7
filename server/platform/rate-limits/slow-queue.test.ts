import { expect, test } from 'vitest'
import { waitInSlowQueue } from './slow-queue.ts'

/** What became of so many that come at once, once those who wait have gone. */
async function crowd(key: string, { people, ms }: { people: number; ms: number }) {
  const senders = new AbortController()
  const answers = Array.from({ length: people }, () =>
    waitInSlowQueue({ key, ms }, senders.signal).catch(({ name }: Error) => name),
  )
  senders.abort()
  return Map.groupBy(await Promise.all(answers), (answer) => answer)
}

test('D-21 those who are slowed down wait 18 seconds together at most, and then others are refused', async () => {
  const far = await crowd('far', { people: 40, ms: 2500 })
  expect([...far].map(([answer, all]) => [answer, all.length])).toEqual([
    ['Cancelled', 7],
    [18, 33],
  ])
  const near = await crowd('near', { people: 40, ms: 30 })
  expect([...near.keys()]).toEqual(['Cancelled'])
})

test('D-21 however short the waits are, 1,000 wait at most', async () => {
  const many = await crowd('many', { people: 1500, ms: 1 })
  expect([many.get('Cancelled')?.length, many.get(2)?.length]).toEqual([1001, 499])
})

test('D-21 those who have gone leave the line, and each key has its own', async () => {
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

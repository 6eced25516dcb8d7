import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CONCURRENT_HASHES, hashPassword, passwordLoad } from './passwords.ts'

// The queue is tested here, so that each hash takes only a millisecond.
vi.mock('argon2', async (original) => ({
  ...(await original<typeof import('argon2')>()),
  hash: () => pause(1, 'a hash'),
}))

const PASSWORD = 'Kopi-0-kosong'

test('D-21 one address can fill half of the hashing queue, and another still gets its turn', async () => {
  const flood = Array.from({ length: 110 }, (_, n) =>
    hashPassword(PASSWORD, { holder: `guess ${n}`, address: '10.0.0.1' }).catch(() => 'refused'),
  )
  expect(await hashPassword(PASSWORD, { holder: 'owner', address: '10.0.0.2' })).toBe('a hash')
  expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(10 - CONCURRENT_HASHES)
})

test('D-21 an account that hashes many passwords waits in turn with the others, from whatever address', async () => {
  const ended: string[] = []
  const hashFor = async (holder: string, address?: string) => {
    await hashPassword(PASSWORD, { holder, address })
    ended.push(holder)
  }
  const address = '10.0.0.1'
  const flood = Array.from({ length: 12 }, () => hashFor('greedy'))
  const others = ['one', 'two', 'three'].map((holder) => hashFor(holder, address))
  await Promise.all([...flood, ...others])
  expect(ended.slice(0, 3 + CONCURRENT_HASHES)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
})

test('D-21 of a burst of passwords two are hashed at a time, on one processor one', async () => {
  const burst = Array.from({ length: 40 }, () => hashPassword(PASSWORD))
  expect(passwordLoad()).toEqual(
    availableParallelism() === 1 ? { running: 1, waiting: 39 } : { running: 2, waiting: 38 },
  )
  await Promise.all(burst)
})

import { availableParallelism } from 'node:os'
import { hash } from 'argon2'
import { expect, test } from 'vitest'
import { CONCURRENT_HASHES, hashPassword, passwordLoad, verifyPassword } from './passwords.ts'

const PASSWORD = 'Kopi-0-kosong'
/** A hash that takes a millisecond to compare: the parameters of a stored hash are part of it. */
const CHEAP = await hash(PASSWORD, { memoryCost: 1024, timeCost: 2, parallelism: 1 })
const compare = (hasher?: { holder: string; address?: string }) => verifyPassword(CHEAP, PASSWORD, hasher)

test('D-21 a password is hashed with argon2id and 19 MiB, and matches only its own hash', async () => {
  const stored = await hashPassword(PASSWORD)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
  const answers = [
    verifyPassword(stored, PASSWORD),
    verifyPassword(stored, 'Wrong-pass-1'),
    verifyPassword(undefined, PASSWORD),
  ]
  expect(await Promise.all(answers)).toEqual([true, false, false])
})

test('D-21 one address can fill half of the hashing queue, and another still gets its turn', async () => {
  const flood = Array.from({ length: 110 }, (_, n) =>
    compare({ holder: `guess ${n}`, address: '10.0.0.1' }).catch(() => 'refused'),
  )
  expect(await compare({ holder: 'owner', address: '10.0.0.2' })).toBe(true)
  expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(10 - CONCURRENT_HASHES)
})

test('D-21 an account that hashes many passwords waits in turn with the others, from whatever address', async () => {
  const ended: string[] = []
  const compareFor = (holder: string, address?: string) =>
    compare({ holder, ...(address && { address }) }).then(() => ended.push(holder))
  const flood = Array.from({ length: 12 }, () => compareFor('greedy'))
  const others = ['one', 'two', 'three'].map((holder) => compareFor(holder, '10.0.0.1'))
  await Promise.all([...flood, ...others])
  expect(ended.slice(0, 3 + CONCURRENT_HASHES)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
})

test('D-21 of a burst of passwords two are hashed at a time, on one processor one', async () => {
  const burst = Array.from({ length: 40 }, () => compare())
  expect(passwordLoad()).toEqual(
    availableParallelism() === 1 ? { running: 1, waiting: 39 } : { running: 2, waiting: 38 },
  )
  await Promise.all(burst)
})

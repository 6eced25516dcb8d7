import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, maxConcurrentHashes, passwordLoad, verifyPassword } from './passwords.ts'

const AT_ONCE = maxConcurrentHashes(availableParallelism())

test('D-21 one address can fill half of the hashing queue, and another still gets its turn', async () => {
  const flood = Array.from({ length: 110 }, () => hashPassword('Kopi-0-kosong', '10.0.0.1').catch(() => 'refused'))
  const hash = await hashPassword('Kopi-0-kosong', '10.0.0.2')
  expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(10 - AT_ONCE)
  expect(await verifyPassword(hash, 'Kopi-0-kosong')).toBe(true)
  expect(await verifyPassword(undefined, 'Kopi-0-kosong')).toBe(false)
})

test('D-21 a burst of passwords uses half of the processors and threads, so that other requests are answered', async () => {
  expect([1, 2, 3, 4, 8, 64].map(maxConcurrentHashes)).toEqual([1, 1, 1, 2, 2, 2])
  const burst = Array.from({ length: 40 }, () => hashPassword('Kopi-0-kosong'))
  expect(passwordLoad()).toEqual({ running: AT_ONCE, waiting: 40 - AT_ONCE })
  await Promise.all(burst)
})

import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { TooManyRequests } from '../errors.ts'
import {
  addressKey,
  consumeLimit,
  consumeLimits,
  delayMs,
  type Limit,
  limitsCleanUp,
  refundLimits,
  tryConsumeLimits,
} from './rate-limits.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const START = Date.parse('2026-11-20T02:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const limit = (key: string, max = 3, windowSeconds = 60): Limit => ({ key, max, windowSeconds })

async function wait(work: Promise<void>): Promise<number | undefined> {
  const error = await work.catch((error: unknown) => error)
  if (error !== undefined && !(error instanceof TooManyRequests)) throw error
  return error?.retryAfterSeconds
}

test('D-08 a used-up limit rejects until its window ends, then starts again', async () => {
  const one = limit('one')
  for (const seconds of [0, 10, 20]) await consumeLimit(db.pool, one, at(seconds))
  expect(await wait(consumeLimit(db.pool, one, at(30)))).toBe(30)
  expect(await wait(consumeLimit(db.pool, one, at(59.5)))).toBe(1)
  expect(await wait(consumeLimit(db.pool, one, at(60)))).toBeUndefined()
  await consumeLimit(db.pool, one, at(61))
  await consumeLimit(db.pool, one, at(62))
  expect(await wait(consumeLimit(db.pool, one, at(63)))).toBe(57)
})

test('D-08 of 40 hits at once exactly as many pass as the limit allows', async () => {
  const many = limit('many', 7)
  const waits = await Promise.all(Array.from({ length: 40 }, () => wait(consumeLimit(db.pool, many, at(0)))))
  expect(waits.filter((seconds) => seconds === undefined)).toHaveLength(7)
})

test('D-08 several limits count a hit together or not at all, and hits can be refunded', async () => {
  const [wide, narrow] = [limit('wide', 5), limit('narrow', 1)]
  await consumeLimits(db.pool, [wide, narrow], at(0))
  for (let tries = 0; tries < 10; tries += 1) expect(await tryConsumeLimits(db.pool, [wide, narrow], at(1))).toBe(59)
  for (let tries = 0; tries < 4; tries += 1) await consumeLimit(db.pool, wide, at(2))
  expect(await wait(consumeLimit(db.pool, wide, at(3)))).toBe(57)
  await refundLimits(db.pool, [wide, narrow])
  await consumeLimits(db.pool, [wide, narrow], at(4))
  expect(await tryConsumeLimits(db.pool, [narrow], at(5))).toBe(55)
})

test('D-08 a hit counted in a transaction is rolled back with it', async () => {
  const undone = limit('undone', 1)
  const broken = inTransaction(db.pool, async (tx) => {
    await consumeLimit(tx, undone, at(0))
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await wait(consumeLimit(db.pool, undone, at(1)))).toBeUndefined()
})

test('D-08 a limit that slows down delays hits above its threshold, by 3 seconds at most, and rejects none', async () => {
  const crowd = { ...limit('crowd', 600), slowAfter: 300 }
  expect([1, 300, 301, 450, 600, 9000].map((hits) => delayMs(crowd, hits))).toEqual([0, 0, 10, 1500, 3000, 3000])
  expect(delayMs(limit('plain', 5), 5)).toBe(0)
  // The second hit waits for 0.1 seconds, then the third for 0.2.
  const tiny = { ...limit('tiny', 31), slowAfter: 1 }
  await consumeLimits(db.pool, [tiny], at(0))
  const began = performance.now()
  expect(await Promise.all([1, 2].map(() => tryConsumeLimits(db.pool, [tiny], at(1))))).toEqual([undefined, undefined])
  expect(performance.now() - began).toBeGreaterThan(290)
})

test('D-08 the clean-up deletes ended windows', async () => {
  await db.pool.query('DELETE FROM rate_counters')
  await consumeLimit(db.pool, limit('short', 1, 10), at(0))
  await consumeLimit(db.pool, limit('long', 1, 100), at(0))
  for (const part of Object.values(limitsCleanUp({ db, now: () => at(20) }))) await part()
  expect((await db.pool.query('SELECT key FROM rate_counters')).rows).toEqual([{ key: 'long' }])
})

// The embedded database runs one transaction after the other.
test.runIf(inject('template').engine !== 'embedded')(
  'D-21 the clean-up skips an ended window that is being counted',
  async () => {
    await db.pool.query('DELETE FROM rate_counters')
    await consumeLimits(db.pool, [limit('a'), limit('b'), limit('c')], at(0))
    const counting = await db.pool.connect()
    onTestFinished(() => counting.release(true))
    await counting.query('BEGIN')
    await consumeLimit(counting, limit('b'), at(90))
    const removed = Object.values(limitsCleanUp({ db, now: () => at(90) })).map((part) => part())
    expect(await Promise.all(removed)).toEqual([2])
    await counting.query('COMMIT')
    expect((await db.pool.query('SELECT key, hits FROM rate_counters')).rows).toEqual([{ key: 'b', hits: 1 }])
  },
)

test('D-67 an IPv6 household counts as one address', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('2001:DB8:0:7:1:2:3:4')).toBe('2001:db8:0:7')
  expect(addressKey('2001:0db8::7:1:2:3:4')).toBe('2001:db8:0:7')
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0')
  expect(addressKey('::1')).toBe('0:0:0:0')
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0')
})

import { isIPv6 } from 'node:net'
import type { Database, Queryable } from '../db/database.ts'
import { HOUR_SECONDS } from '../durations.ts'
import { TooManyRequests } from '../errors.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { countHits, deleteEndedWindows, findWindowEnd, subtractHits } from './rate-limits.store.ts'
import { waitInSlowQueue } from './slow-queue.ts'

/** Hits in a window from the first; `slowAfter` delays further ones, and rejects what would wait too long. */
export type Limit = { key: string; max: number; windowSeconds: number; slowAfter?: number; holder?: string }

export const perHour = (key: string, max: number): Limit => ({ key, max, windowSeconds: HOUR_SECONDS })

const MAX_DELAY_MS = 3000
const ANY_NUMBER = 2 ** 31 - 1

export function delayMs({ max, slowAfter = max }: Limit, hits: number): number {
  if (hits <= slowAfter) return 0
  return Math.min(MAX_DELAY_MS, Math.ceil((MAX_DELAY_MS * (hits - slowAfter)) / (max - slowAfter)))
}

export const consumeLimit = (db: Queryable, limit: Limit, now: Date) => consumeLimits(db, [limit], now)

/** Counts a hit of every limit, or of none and throws TooManyRequests. */
export async function consumeLimits(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  const wait = await tryConsumeLimits(db, limits, now)
  if (wait !== undefined) throw new TooManyRequests(wait)
}

/** Like `consumeLimits`, but returns the seconds to wait. */
export async function tryConsumeLimits(db: Queryable, limits: Limit[], now: Date): Promise<number | undefined> {
  const windows = limits.map(({ key, max, windowSeconds, slowAfter }) => ({
    key,
    max: slowAfter === undefined ? max : ANY_NUMBER,
    until: new Date(now.getTime() + windowSeconds * 1000),
  }))
  const hits = await countHits(db, windows, now)
  const full = limits.find(({ key }) => !hits.has(key))
  if (full) {
    const counted = limits.filter(({ key }) => hits.has(key))
    await refundLimits(db, counted)
    return secondsLeft(db, full, now)
  }
  const waits = limits.map((limit) => ({ ...limit, ms: delayMs(limit, hits.get(limit.key) ?? 0) }))
  const slowest = waits.find(({ ms }) => ms === Math.max(...waits.map((wait) => wait.ms)))
  if (!slowest?.ms) return undefined
  const wait = await refundOnFailure(db, limits, waitInSlowQueue(slowest, clientAbortSignal()))
  if (wait !== undefined) await refundLimits(db, limits)
  return wait
}

/** Hits that were counted in advance and turned out to be harmless. */
export async function refundLimits(db: Queryable, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  if (keys.length > 0) await subtractHits(db, keys)
}

export async function refundOnFailure<T>(
  db: Queryable,
  limits: Limit[],
  work: Promise<T>,
  isHarmless: (error: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isHarmless(error)) await refundLimits(db, limits)
    throw error
  }
}

export const limitsCleanUp = ({ db, now }: { db: Database; now: () => Date }): CleanUp => ({
  'rate limits': () => deleteEndedWindows(db.pool, now()),
})

async function secondsLeft(db: Queryable, { key }: Limit, now: Date): Promise<number> {
  const end = (await findWindowEnd(db, key, now)) ?? now
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

const HOUSEHOLD_GROUPS = 4

/** IPv6 counts by its first 64 bits, because a household may change the rest. */
export function addressKey(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const given = head.split(':').filter(Boolean)
  const missing = 8 - given.length - tail.split(':').filter(Boolean).length
  const zeros = address.includes('::') ? Array.from({ length: missing }, () => '0') : []
  return [...given, ...zeros, ...tail.split(':')]
    .slice(0, HOUSEHOLD_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

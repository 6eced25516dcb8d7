import { isIPv6 } from 'node:net'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../db/database.ts'
import { TooManyRequests } from '../errors.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { countHits, deleteEndedWindows, findWindowEnd, subtractHits } from './rate-limits.store.ts'
import { waitInSlowQueue } from './slow-queue.ts'

/**
 * At most `max` hits of a key in a window, which begins with its first hit. All replicas count together. Hits above
 * `slowAfter` wait before they go on, the longer the closer they come to `max`. They wait one after the other, on each
 * replica by itself, and where they would wait too long the hit is refused.
 */
export type Limit = { key: string; max: number; windowSeconds: number; slowAfter?: number }

const SLOWEST_MS = 3000

/** How long the hit of this number waits before it goes on. */
export function delayMs({ max, slowAfter = max }: Limit, hits: number): number {
  if (hits <= slowAfter) return 0
  return Math.ceil((SLOWEST_MS * (hits - slowAfter)) / (max - slowAfter))
}

/** Counts a hit; refuses with a 429 that says when to try again, and then counts nothing. */
export async function consumeLimit(db: Queryable, limit: Limit, now: Date): Promise<void> {
  const wait = await tryConsumeLimits(db, [limit], now)
  if (wait !== undefined) throw new TooManyRequests(wait)
}

/** Counts a hit of every limit, or of none: then a 429. */
export async function consumeLimits(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  const wait = await tryConsumeLimits(db, limits, now)
  if (wait !== undefined) throw new TooManyRequests(wait)
}

/** Counts a hit of every limit, or of none: then it answers the seconds to wait. */
export async function tryConsumeLimits(db: Queryable, limits: Limit[], now: Date): Promise<number | undefined> {
  const asked = limits.map(({ windowSeconds, ...limit }) => ({ ...limit, until: after(now, windowSeconds) }))
  const hits = await countHits(db, asked, now)
  const full = limits.find(({ key }) => !hits.has(key))
  if (full) {
    await refundLimits(
      db,
      limits.filter(({ key }) => hits.has(key)),
    )
    return secondsLeft(db, full, now)
  }
  const waits = limits.map((limit) => ({ key: limit.key, ms: delayMs(limit, hits.get(limit.key) ?? 0) }))
  const slowest = waits.reduce((most, one) => (one.ms > most.ms ? one : most), { key: '', ms: 0 })
  if (slowest.ms === 0) return undefined
  const wait = await refundOnFailure(db, limits, waitInSlowQueue(slowest, clientAbortSignal()))
  if (wait !== undefined) await refundLimits(db, limits)
  return wait
}

/** Uncounts hits: what was counted beforehand turned out to be harmless. */
export async function refundLimits(db: Queryable, limits: Limit[]): Promise<void> {
  if (limits.length > 0)
    await subtractHits(
      db,
      limits.map(({ key }) => key),
    )
}

/** What was counted for; where it fails, or fails `harmlessly`, the hits are given back. */
export async function refundOnFailure<T>(
  db: Queryable,
  limits: Limit[],
  work: Promise<T>,
  harmlessly: (fault: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (harmlessly(fault)) await refundLimits(db, limits)
    throw fault
  }
}

/** Forgets windows that have ended. */
export function limitsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return { 'rate limits': () => deleteEndedWindows(db.pool, now()) }
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

async function secondsLeft(db: Queryable, { key }: Limit, now: Date): Promise<number> {
  const end = (await findWindowEnd(db, key, now)) ?? now
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

const GROUPS_OF_A_HOUSEHOLD = 4

/** What stands for a client's address in a limit: IPv6 by its first 64 bits, for a household may change the rest. */
export function addressKey(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address
  return firstGroups(address).join(':')
}

function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const given = head.split(':').filter(Boolean)
  const missing = 8 - given.length - tail.split(':').filter(Boolean).length
  const zeros = address.includes('::') ? Array.from({ length: missing }, () => '0') : []
  return [...given, ...zeros, ...tail.split(':')]
    .slice(0, GROUPS_OF_A_HOUSEHOLD)
    .map((group) => group.replace(/^0+(?=.)/, ''))
}

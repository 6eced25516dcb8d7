import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/refusal.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { deleteEnded, hit, takeBack, windowEnd } from './limits.store.ts'

/**
 * At most `max` hits of a key in a window, which begins with its first hit. All replicas count together. Hits above
 * `slowAfter` wait a little before they go on, the longer the closer they come to `max`.
 */
export type Limit = { key: string; max: number; windowSeconds: number; slowAfter?: number }

const SLOWEST_MS = 3000

/** How long the hit of this number waits before it goes on. */
export function slownessMs({ max, slowAfter = max }: Limit, hits: number): number {
  if (hits <= slowAfter) return 0
  return Math.ceil((SLOWEST_MS * (hits - slowAfter)) / (max - slowAfter))
}

/** Counts a hit; refuses with a 429 that says when to try again, and then counts nothing. */
export async function take(db: Queryable, limit: Limit, now: Date): Promise<void> {
  const wait = await tryTakeAll(db, [limit], now)
  if (wait !== undefined) throw tooMany(wait)
}

/** Counts a hit of every limit, or of none: then a 429. */
export async function takeAll(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  const wait = await tryTakeAll(db, limits, now)
  if (wait !== undefined) throw tooMany(wait)
}

/** Counts a hit of every limit, or of none: then it answers the seconds to wait. */
export async function tryTakeAll(db: Queryable, limits: Limit[], now: Date): Promise<number | undefined> {
  let slowness = 0
  for (const [at, limit] of limits.entries()) {
    const { wait, hits } = await tryHit(db, limit, now)
    if (wait !== undefined) {
      await giveBack(db, limits.slice(0, at))
      return wait
    }
    slowness = Math.max(slowness, slownessMs(limit, hits))
  }
  if (slowness > 0) await pause(slowness)
  return undefined
}

/** Uncounts hits: what was counted beforehand turned out to be harmless. */
export async function giveBack(db: Queryable, limits: Limit[]): Promise<void> {
  if (limits.length > 0)
    await takeBack(
      db,
      limits.map(({ key }) => key),
    )
}

/** What was counted for; where it fails, or fails `harmlessly`, the hits are given back. */
export async function orGiveBack<T>(
  db: Queryable,
  limits: Limit[],
  work: Promise<T>,
  harmlessly: (fault: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (harmlessly(fault)) await giveBack(db, limits)
    throw fault
  }
}

/** Forgets windows that have ended. */
export function limitsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return { 'rate limits': () => deleteEnded(db.pool, now()) }
}

type Hit = { hits: number; wait?: undefined } | { hits?: undefined; wait: number }

async function tryHit(db: Queryable, { key, max, windowSeconds }: Limit, now: Date): Promise<Hit> {
  const until = new Date(now.getTime() + windowSeconds * 1000)
  const hits = await hit(db, { key, max, until }, now)
  if (hits !== undefined) return { hits }
  const end = (await windowEnd(db, key, now)) ?? now
  return { wait: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) }
}

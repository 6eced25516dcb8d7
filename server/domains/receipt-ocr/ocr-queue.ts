import { setTimeout as pause } from 'node:timers/promises'
import { OCR_MAX_MS, OCR_PREVIEW_SECONDS_PER_HOUR, OCR_SECONDS_PER_HOUR } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import { pictureLoad } from '../../platform/images/pictures.ts'
import { findWindowEnd, releaseBudget, reserveBudget } from '../../platform/rate-limits/rate-limits.store.ts'
import { fairQueue } from '../../platform/workers/fair-queue.ts'

const LOOK_EVERY_MS = 500
/** So that a reading still ends before its job is given to another. */
const PASS_WITHIN_MS = 45_000
const HOUR_MS = 3_600_000
const EACH_SECONDS = OCR_MAX_MS / 1000

/** One picture is read at a time: it takes a processor for seconds. */
const inTurn = fairQueue({ concurrency: 1, maxWaiting: 10 })

/** The pictures that are being read, and those that wait for it. */
export const ocrLoad = inTurn.load

/** The member's pictures have taken all the time that an hour has for them; more are read after so many seconds. */
export class OcrBudgetSpent extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The pictures of this member took too long in this hour')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Whose picture is read, and why: a receipt that was `sent` goes before pictures that are read `ahead`, and before those that an operator
 * has read `again`.
 */
export type OcrTurn = { userId: number; purpose: 'sent' | 'ahead' | 'again'; signal?: AbortSignal | undefined }

/**
 * Reads in turn. What the member asked for counts against the member's seconds of the hour. Throws OcrBudgetSpent, QueueFull if too
 * many wait, HolderQueueFull if the member has two pictures in the line, or Cancelled if the sender of one that waits has gone.
 */
export function runInOcrQueue<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  { userId, purpose, signal }: OcrTurn,
  read: () => Promise<T>,
): Promise<T> {
  if (purpose === 'again') return inTurn(read)
  const turn = purpose === 'sent' ? { first: true } : { holder: `member ${userId}`, signal }
  const max = purpose === 'sent' ? OCR_SECONDS_PER_HOUR : OCR_PREVIEW_SECONDS_PER_HOUR
  return inTurn(() => onBudget(deps, { key: `reading-seconds|${userId}`, max }, read), turn)
}

async function onBudget<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  budget: { key: string; max: number },
  read: () => Promise<T>,
): Promise<T> {
  const at = now()
  const until = new Date(at.getTime() + HOUR_MS)
  const reserved = await reserveBudget(db.pool, { ...budget, amount: EACH_SECONDS, until }, at)
  if (!reserved) throw new OcrBudgetSpent(await secondsLeft(db, budget.key, at))
  const began = performance.now()
  try {
    return await read()
  } finally {
    const used = Math.ceil((performance.now() - began) / 1000)
    await releaseBudget(db.pool, reserved, Math.max(0, EACH_SECONDS - used))
  }
}

async function secondsLeft(db: Deps['db'], key: string, at: Date): Promise<number> {
  const end = (await findWindowEnd(db.pool, key, at)) ?? at
  return Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000))
}

/** Waits while pictures are sent, which members wait for and which take the same processor and memory; not for ever. */
export async function waitForUploads(): Promise<void> {
  const until = performance.now() + PASS_WITHIN_MS
  while (pictureLoad().running > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
}

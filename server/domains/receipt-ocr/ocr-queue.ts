import { setTimeout as pause } from 'node:timers/promises'
import {
  OCR_MAX_MS,
  OCR_PREVIEW_SECONDS_PER_HOUR,
  OCR_SECOND_READING_SECONDS_PER_HOUR,
  OCR_SECONDS_PER_HOUR,
} from '@stampus/contract/limits'
import type { Database } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { pictureLoad } from '../../platform/images/pictures.ts'
import { findWindowEnd, releaseBudget, reserveBudget } from '../../platform/rate-limits/rate-limits.store.ts'
import type { ChildCost } from '../../platform/workers/child-messages.ts'
import { fairQueue, type Turn } from '../../platform/workers/fair-queue.ts'
import { MachineBusy } from '../../platform/workers/queue.ts'

const CHECK_EVERY_MS = 500
/** OCR must end before its job expires: the wait for uploads, then that of a job that previews may overtake. */
const MAX_WAIT_MS = 45_000
const MAX_TURN_WAIT_MS = 40_000
const RESERVED_SECONDS = OCR_MAX_MS / 1000

/** One picture at a time: OCR takes a processor for seconds. */
const queue = fairQueue({ concurrency: 1, maxWaiting: 10 })

export const ocrLoad = queue.load

export class OcrBudgetSpent extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The OCR time of this member for this hour is used up')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A receipt that was `sent` goes before all others; an operator reads receipts `again`. */
type OcrTurn = { userId: number; purpose: 'sent' | 'preview' | 'second' | 'again'; signal?: AbortSignal | undefined }

type Reading<T> = (onCost: (cost: ChildCost) => void) => Promise<T>

/** Processor time counts towards an hourly limit. Throws OcrBudgetSpent, QueueFull, HolderQueueFull, Cancelled. */
export function runInOcrQueue<T>(
  deps: { db: Database; now: () => Date },
  { userId, purpose, signal }: OcrTurn,
  read: Reading<T>,
): Promise<T> {
  const budget = budgetOf(purpose, userId)
  return queue(
    () => (budget ? runOnBudget(deps, budget, read) : read(() => undefined)),
    turnOf({ userId, purpose, signal }),
  )
}

function turnOf({ userId, purpose, signal }: OcrTurn): Turn {
  if (purpose === 'sent') return { first: true }
  if (purpose === 'preview') return { holder: `member ${userId}`, signal }
  return { signal: AbortSignal.timeout(MAX_TURN_WAIT_MS) }
}

function budgetOf(purpose: OcrTurn['purpose'], userId: number): Budget | undefined {
  const [key, secondKey] = [`reading-seconds|${userId}`, `second-reading-seconds|${userId}`]
  if (purpose === 'again') return undefined
  if (purpose === 'second') return { key: secondKey, max: OCR_SECOND_READING_SECONDS_PER_HOUR }
  return { key, max: purpose === 'sent' ? OCR_SECONDS_PER_HOUR : OCR_PREVIEW_SECONDS_PER_HOUR }
}

type Budget = { key: string; max: number }

async function runOnBudget<T>(
  { db, now }: { db: Database; now: () => Date },
  budget: Budget,
  read: Reading<T>,
): Promise<T> {
  const at = now()
  const until = new Date(at.getTime() + HOUR_MS)
  const reserved = await reserveBudget(db.pool, { ...budget, amount: RESERVED_SECONDS, until }, at)
  if (!reserved) throw new OcrBudgetSpent(await secondsUntilReset(db, budget.key, at))
  const began = performance.now()
  let used = 0
  let cpuSeconds: number | undefined
  const secondsUsed = () => Math.ceil(cpuSeconds ?? (performance.now() - began) / 1000)
  try {
    const result = await read((cost) => {
      cpuSeconds = cost.cpuSeconds
    })
    used = secondsUsed()
    return result
  } catch (error) {
    if (!(error instanceof MachineBusy)) used = secondsUsed()
    throw error
  } finally {
    await releaseBudget(db.pool, reserved, Math.max(0, RESERVED_SECONDS - used))
  }
}

async function secondsUntilReset(db: Database, key: string, at: Date): Promise<number> {
  const end = (await findWindowEnd(db.pool, key, at)) ?? at
  return Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000))
}

/** Waits, for a limited time, while uploads are decoded: members wait for those, and they need the processor. */
export async function waitForUploads(): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  while (pictureLoad().running > 0 && performance.now() < until) await pause(CHECK_EVERY_MS)
}

import { setTimeout as pause } from 'node:timers/promises'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { conflict, invalid } from '../../platform/http/http-error.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import * as store from './idempotency-keys.store.ts'

/** An `Idempotency-Key` header with a hash of everything else in the request. */
export type KeyedRequest = { userId: number; key: string | undefined; bodyHash: Buffer }

/** Call it in the transaction that creates the result. */
export type SaveResult = (tx: Queryable, submissionId: number) => Promise<void>

/** Longer than the work for a receipt. If a repeat takes over too early, the first request cannot finish the key. */
const CLAIM_TIMEOUT_MS = 20_000
const RELEASE_AGAIN_MS = 1000
const RETENTION_MS = DAY_MS
const RETRY_SECONDS = 2

/**
 * Runs `work` once per key; a repeat with the same body returns the same id. The key is released when `work` fails.
 * Throws 422 for an otherwise used key, 409 while the first request is in progress.
 */
export async function runOncePerKey(
  deps: Deps,
  { userId, key, bodyHash }: KeyedRequest,
  work: (saveResult: SaveResult) => Promise<number>,
): Promise<number> {
  if (key === undefined) return work(async () => {})
  const claim = { userId, key, bodyHash, at: deps.now() }
  const earlier = await claimOrFindResult(deps.db.pool, claim)
  return earlier ?? runOrReleaseKey(deps.db.pool, claim, work)
}

export function idempotencyKeysCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return { 'idempotency keys': () => store.removeOldKeys(db.pool, before(now(), RETENTION_MS)) }
}

async function claimOrFindResult(db: Queryable, claim: store.Claim): Promise<number | undefined> {
  const limits = { abandonedAt: before(claim.at, CLAIM_TIMEOUT_MS), expiredAt: before(claim.at, RETENTION_MS) }
  if (await store.claimKey(db, claim, limits)) return undefined
  const stored = await store.findKey(db, claim)
  if (stored && !stored.body_hash.equals(claim.bodyHash)) throw invalid('idempotency_key', texts.keyReused)
  if (!stored?.submission_id) throw inProgress()
  if (stored.withdrawn) throw invalid('idempotency_key', texts.withdrawnKey)
  return stored.submission_id
}

async function runOrReleaseKey(
  db: Queryable,
  claim: store.Claim,
  work: (saveResult: SaveResult) => Promise<number>,
): Promise<number> {
  try {
    return await work(async (tx, submissionId) => {
      if (!(await store.finishKey(tx, claim, submissionId))) throw inProgress()
    })
  } catch (error) {
    await store.releaseKey(db, claim).catch(() => void releaseLater(db, claim))
    throw error
  }
}

/** Tries until the claim expires by itself, because repeats get a 409 as long as it is held. */
async function releaseLater(db: Queryable, claim: store.Claim): Promise<void> {
  for (let waited = 0; waited < CLAIM_TIMEOUT_MS; waited += RELEASE_AGAIN_MS) {
    await pause(RELEASE_AGAIN_MS, undefined, { ref: false })
    const isReleased = await store.releaseKey(db, claim).then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}

function inProgress() {
  return conflict(texts.keyInUse, { retryAfterSeconds: RETRY_SECONDS })
}

function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, invalid } from '../../platform/http/http-error.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import {
  type Claim,
  claimKey,
  findKey,
  finishKey,
  releaseKey,
  removeOldKeys,
  removeUnfinishedKeys,
} from './idempotency-keys.store.ts'

/** What a caller sent as `Idempotency-Key`, with a hash of all else that was sent. */
export type KeyedRequest = { userId: number; key: string | undefined; bodyHash: Buffer }

/** Writes the result under the key; to be called in the transaction that makes it. */
export type SaveResult = (tx: Queryable, submissionId: number) => Promise<void>

const KEY = /^[\x21-\x7e]{1,255}$/
const CLAIM_TIMEOUT_MS = 60_000
const RETENTION_MS = 24 * 60 * 60 * 1000
const RETRY_SECONDS = 2

/**
 * Does `work` once for a key and answers the id it made; a repeat with the same body answers that id again (D-40).
 * Throws a 422 for a key that is no key or was used for another body, a 409 where the first is still under way.
 * Work that is refused frees the key.
 */
export async function runOncePerKey(
  deps: Deps,
  { userId, key, bodyHash }: KeyedRequest,
  work: (saveResult: SaveResult) => Promise<number>,
): Promise<number> {
  if (key === undefined) return work(async () => {})
  if (!KEY.test(key)) throw invalid('idempotency_key', texts.malformed)
  const claim = { userId, key, bodyHash, at: deps.now() }
  const earlier = await claimOrFindResult(deps.db.pool, claim)
  return earlier ?? runOrReleaseKey(deps.db.pool, claim, work)
}

/** Frees every claim without a result. For a start on the embedded engine, where no other process can be at work. */
export async function releaseUnfinishedKeys(db: Queryable): Promise<void> {
  await removeUnfinishedKeys(db)
}

/** Forgets keys older than 24 hours. */
export function idempotencyKeysCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return { 'idempotency keys': () => removeOldKeys(db.pool, before(now(), RETENTION_MS)) }
}

async function claimOrFindResult(db: Queryable, claim: Claim): Promise<number | undefined> {
  const limits = { abandonedAt: before(claim.at, CLAIM_TIMEOUT_MS), expiredAt: before(claim.at, RETENTION_MS) }
  if (await claimKey(db, claim, limits)) return undefined
  const held = await findKey(db, claim)
  if (held && !held.body_hash.equals(claim.bodyHash)) throw invalid('idempotency_key', texts.keyReused)
  if (!held?.submission_id) throw inProgress()
  return held.submission_id
}

async function runOrReleaseKey(
  db: Queryable,
  claim: Claim,
  work: (saveResult: SaveResult) => Promise<number>,
): Promise<number> {
  try {
    return await work(async (tx, submissionId) => {
      if (!(await finishKey(tx, claim, submissionId))) throw inProgress()
    })
  } catch (error) {
    // A key that cannot be freed lapses by itself; what went wrong first is what the caller should hear.
    await releaseKey(db, claim).catch(() => {})
    throw error
  }
}

function inProgress() {
  return conflict(texts.keyUnderWay, { retryAfterSeconds: RETRY_SECONDS })
}

function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

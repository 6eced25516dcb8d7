import { createHmac } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { texts } from '@stampus/contract/texts'
import { type StepRecord, withStepRecords } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { DAY_MS, HOUR_SECONDS, MINUTE_MS } from '../durations.ts'
import { invalid, tooMany } from '../http/http-error.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { decryptSecret, deriveKey, encryptSecret } from '../security/crypto.ts'
import * as store from './repeats.store.ts'

/** `sender` is who is signed in, if anyone is; `input` all that was sent beside the key. */
export type KeyedRequest = { sender: string | undefined; key: string; input: unknown }

const RETENTION_MS = DAY_MS
/** For calls of nobody who is signed in, such as the use of a mailed link. */
const PUBLIC_MS = 10 * MINUTE_MS

/**
 * Runs `work` so that a repeat with the same key does nothing twice: each of its transactions stores what it returns
 * in the same COMMIT, and in a repeat returns that instead. Throws 422 for a key that was used for something else, 429 for
 * more than a thousand changes in a day by anybody but an operator.
 */
export async function runRepeatably<Result>(
  { config, now }: Pick<PlatformDeps, 'config' | 'now'>,
  { sender = '', key, input }: KeyedRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const secret = deriveKey(config.APP_KEY, 'request-results')
  // Keyed, because an input can hold a password.
  const body_hash = createHmac('sha256', secret).update(JSON.stringify(input)).digest()
  const at = now()
  const since = before(at, sender ? RETENTION_MS : PUBLIC_MS)
  // Operators decide far more receipts in a day, and the audit log holds each change.
  const limitOf = /^(operator|$)/.test(sender) ? null : sender
  let steps = 0
  let isRunning = true
  const next = (): StepRecord | undefined => {
    // Work that goes on in the background is no part of the answer.
    if (!isRunning) return undefined
    const step = { sender, key, step: steps++ }
    const place = `${sender}|${key}|${step.step}`
    return {
      save: async (tx, made) => {
        const result = encryptSecret(secret, place, serialize(made))
        // Seen only if there is no earlier result to answer.
        if (!(await store.insertResult(tx, step, { body_hash, result, at, since, limitOf })))
          throw tooMany(HOUR_SECONDS)
      },
      find: async (db) => {
        const stored = await store.findResult(db, step, since)
        if (!stored) return undefined
        if (!stored.body_hash.equals(body_hash)) throw invalid('idempotency_key', texts.keyReused)
        return { result: deserialize(decryptSecret(secret, place, stored.result)) }
      },
    }
  }
  try {
    return await withStepRecords(next, work)
  } finally {
    isRunning = false
  }
}

export const repeatsCleanUp = ({ db, now }: Pick<PlatformDeps, 'db' | 'now'>): CleanUp => ({
  'results for repeats': () => store.removeOldResults(db.pool, before(now(), RETENTION_MS), before(now(), PUBLIC_MS)),
})

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

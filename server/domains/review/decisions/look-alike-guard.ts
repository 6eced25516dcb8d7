import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isLockTimeout } from '../../../platform/db/violation.ts'
import { conflict, HttpError } from '../../../platform/http/http-error.ts'
import { findDeskRows } from '../evidence/desk-item.store.ts'
import { pictureOf } from '../evidence/desk-item.ts'
import { findLikenesses } from '../evidence/evidence.store.ts'
import { approvedOf, lookAlikesFor } from '../evidence/signals.ts'

const APPROVALS_LOCK = 7_266_841
const RETRY_SECONDS = 2

/**
 * Until the transaction ends no other approval goes on, so that of two look-alikes approved at once the second sees the
 * first. To be called before anything is written. Throws 503 where another approval does not end within 3 seconds.
 */
export async function holdApprovals(tx: Queryable): Promise<void> {
  await tx.query("SET LOCAL lock_timeout = '3s'")
  try {
    await tx.query({ name: 'alike.hold', text: 'SELECT pg_advisory_xact_lock($1)', values: [APPROVALS_LOCK] })
  } catch (fault) {
    if (!isLockTimeout(fault)) throw fault
    throw new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS, cause: fault })
  }
  await tx.query('SET LOCAL lock_timeout TO DEFAULT')
}

/**
 * Throws 409 where a look-alike is approved that was not shown to this operator as approved; its `look_alikes` are the
 * signals of those. Facts that were corrected may have other look-alikes than the desk has shown.
 */
export async function checkAlikeShown(
  tx: Queryable,
  deps: Deps,
  { operatorId, submissionId, shown }: { operatorId: number; submissionId: number; shown: number[] },
): Promise<void> {
  const likenesses = await findLikenesses(tx, operatorId, [submissionId])
  const unseen = approvedOf(likenesses.get(submissionId) ?? []).filter(({ id }) => !shown.includes(id))
  if (unseen.length === 0) return
  const rows = await findDeskRows(tx, { ids: [submissionId], operatorId, now: deps.now() })
  const look_alikes = rows.flatMap((row) => lookAlikesFor(row, unseen, deps.config, (other) => pictureOf(deps, other)))
  throw conflict(texts.alikeApproved, { fields: { look_alikes } })
}

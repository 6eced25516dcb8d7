import { LATE_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { conflict, forbidden, invalid, requireFound } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { wasCode } from '../vouchers/codes.ts'
import { countOutcome, isReady, markUsed, stateAt } from '../vouchers/vouchers.service.ts'
import { lockVoucher } from '../vouchers/vouchers.store.ts'
import { reportReusedKey, tryCode, tryNumber } from './hand-overs.service.ts'
import {
  type CounterActor,
  deleteOldKeys,
  findHandOverByRequest,
  findLateByRequest,
  insertLate,
  listKeysAt,
  type ShownVoucher,
} from './hand-overs.store.ts'

/** The clocks of two phones differ by so much. */
const SLACK_MS = MINUTE_MS

type Entry = { by: CounterActor; number: string; code: string; notedAt: Date; requestId: string }

/** Deletes the former keys of vouchers that no late hand-over can need any more. */
export function formerKeysCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'former keys of vouchers': () => deleteOldKeys(db.pool, new Date(now().getTime() - LATE_MS - 2 * SLACK_MS)),
  }
}

/** A voucher that is still ready becomes used; any other goes before a manager. Throws 403, 422, 429. */
export async function enterLate(deps: Deps, entry: Entry): Promise<{ isWaiting: boolean }> {
  const { pool } = deps.db
  // Only the minute was noted. Otherwise one hand-over could be entered once for each second of it.
  const notedAt = new Date(Math.floor(entry.notedAt.getTime() / MINUTE_MS) * MINUTE_MS)
  const age = deps.now().getTime() - notedAt.getTime()
  if (age > LATE_MS || age < -SLACK_MS) throw invalid('noted_at', texts.lateTimeInvalid)
  const { by, number, code } = entry
  const { found, isRight } = await tryNumber(deps, { by, number }, async (tx, { id }) => {
    const keys = await listKeysAt(tx, { voucherId: id, at: notedAt, slackMs: SLACK_MS })
    return tryCode(tx, deps, id, () => keys.some((key) => wasCode(key, code, notedAt)))
  })
  if (!isRight) throw invalid('code', texts.lateCodeWrong, { code: 'wrong_code' })
  if (found.is_own) throw forbidden(texts.voucherOfStaff)
  const entered = inTransaction(pool, (tx) => enter(tx, deps, { ...entry, notedAt }, found))
  return countOutcome(deps.metrics.handOvers, 'used', entered.catch(reportReusedKey))
}

async function enter(
  tx: pg.PoolClient,
  deps: Deps,
  { by, notedAt, requestId }: Entry,
  { id, is_suspended: isSuspended }: ShownVoucher,
): Promise<{ isWaiting: boolean }> {
  const at = deps.now()
  const voucher = requireFound(await lockVoucher(tx, id))
  const { phoneId, cashierId } = by
  const made = (await findHandOverByRequest(tx, requestId)) ?? (await findLateByRequest(tx, requestId))
  if (made) {
    if (made.voucherId !== id || made.phoneId !== phoneId) throw conflict(texts.keyReused)
    return { isWaiting: !('isLast' in made) }
  }
  if (!isReady(voucher, at) || isSuspended) {
    const voucherState = stateAt(voucher, at)
    await insertLate(tx, { voucherId: id, phoneId, cashierId, notedAt, requestId, voucherState, at })
    return { isWaiting: true }
  }
  await markUsed(tx, id, { way: 'late', phoneId, cashierId, notedAt, requestId, at, usedAt: notedAt })
  return { isWaiting: false }
}

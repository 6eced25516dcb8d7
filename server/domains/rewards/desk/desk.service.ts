import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { changesBetween } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, requireFound } from '../../../platform/http/http-error.ts'
import { isOwnAccount } from '../../accounts/accounts.store.ts'
import { getUnconfirmedAllowance } from '../../wallet/wallet.service.ts'
import { endVoucher, isReady, lockInOrder } from '../vouchers/vouchers.service.ts'
import { findVoucher, hasEnded, type NamedVoucher, type VoucherRow } from '../vouchers/vouchers.store.ts'

export type Voiding = { id: number; state: 'ready' | 'used'; reason?: string | undefined; stampsBack: boolean }

/** Deleted members get no stamps back. Throws 404, 422 without reason, 403 for an own one, 409. */
export async function voidVoucher(deps: Deps, operatorId: number, { id, state, reason, stampsBack }: Voiding) {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const voucher = requireFound(await lockInOrder(tx, { id }))
    if (voucher.state !== 'used' && !isReady(voucher, at)) throw conflict(texts.voucherNotReady)
    if (voucher.state !== state) throw conflict(texts.voucherStateChanged)
    if (await hasEnded(tx, id)) throw conflict(texts.voidOfSettled)
    if (await isOwnAccount(tx, operatorId, voucher.user_id)) throw forbidden(texts.ownAccount)
    if (!voucher.hasMember && stampsBack) throw conflict(texts.voidOfDeleted)
    if (voucher.hasMember && reason === undefined) throw invalid('reason', texts.reasonRequired)
    await checkNeedsNoSecond(tx, deps, operatorId, { ...voucher, stampsBack })
    // Deleting the account blanked all other reasons.
    const written = voucher.hasMember ? reason : undefined
    await endVoucher(tx, voucher, { kind: 'voided', stampsBack, operatorId, at, reason: written })
    const changes = changesBetween({}, { reason: written ?? null })
    await recordAudit(tx, { operatorId, action: 'voucher.voided', subjectId: id, changes, at })
    await deps.jobs.enqueueMail(tx, { kind: 'voucher-ended', id })
    return getVoucher(tx, id)
  })
}

/** Throws 409 if a voiding changes the balance by more than an operator may add or take alone. */
async function checkNeedsNoSecond(
  tx: Queryable,
  deps: Deps,
  operatorId: number,
  { state, stamps, user_id: userId, stampsBack }: VoucherRow & { stampsBack: boolean },
): Promise<void> {
  const isUsed = state === 'used'
  if (stampsBack !== isUsed) return
  if (stamps > (await getUnconfirmedAllowance(tx, deps, { operatorId, userId })))
    throw conflict(isUsed ? texts.voidNeedsSecond : texts.takingNeedsSecond)
}

/** A voucher as managers see it. Throws 404. */
export const getVoucher = async (db: Queryable, id: number): Promise<NamedVoucher> =>
  requireFound(await findVoucher(db, id))

import { ALONE_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import { withFieldNames } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, forbidden, requireFound } from '../../platform/http/http-error.ts'
import * as store from './wallet.store.ts'

/** What may still be adjusted, reversed, given back or taken. Where it decides, lock the member first. */
export async function getUnconfirmedAllowance(
  tx: Queryable,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  query: { operatorId: number; userId: number },
): Promise<number> {
  const since = new Date(now().getTime() - ALONE_WINDOW_MS)
  return Math.max(0, config.CONFIRM_STAMPS - (await store.sumAdjustedStamps(tx, query, since)))
}

/** Throws 404 for a deleted member, 403 for the own account, 409 for an unverified one, which may be deleted. */
export async function lockAdjustableMember(
  tx: Queryable,
  adjustment: Pick<store.StampAdjustment, 'userId' | 'operatorId'>,
): Promise<void> {
  const member = requireFound(await store.lockMember(tx, adjustment))
  if (member.own) throw forbidden(texts.ownAccount)
  if (!member.verified) throw conflict(texts.memberUnverified)
}

/** A repeat changes nothing. `by` is the operator of the audit entry, `notes` what else it says. Throws 409. */
export async function recordStampAdjustment(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  adjustment: store.StampAdjustment,
  { by, notes }: { by: number; notes: Change[] },
): Promise<void> {
  const { userId, stamps, reason, at } = adjustment
  const before = await store.findBalance(tx, userId)
  const id = await store.insertStampAdjustment(tx, adjustment)
  if (id === undefined) {
    if (await store.isStampAdjustmentRecorded(tx, adjustment)) return
    throw conflict(texts.keyReused)
  }
  const balance = { field: 'stamps', before: String(before), after: String(before + stamps) }
  const { changedFields } = withFieldNames([balance, ...notes])
  const changes = [balance, { field: 'reason', before: null, after: reason }, ...notes]
  const subject = { subjectKind: 'member', subjectId: userId, changedFields, changes }
  await recordAudit(tx, { operatorId: by, action: 'member.stamps_corrected', ...subject, at })
  await jobs.enqueueMail(tx, { kind: 'stamp-correction', id })
}

import * as stamps from '@stampus/contract/stamps'
import * as texts from '@stampus/contract/texts'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import { withFieldNames } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/http-error.ts'
import { balanceOf, holdMember, insertCorrection, isEntered, type StampCorrection } from './wallet.store.ts'

/** The stamps an amount in sen earns by this server's settings (D-45). */
export function stampsFor(
  amountSen: number,
  config: Pick<Config, 'SEN_PER_STAMP' | 'MAX_STAMPS_PER_SUBMISSION'>,
): number {
  return stamps.stampsFor(amountSen, {
    sen_per_stamp: config.SEN_PER_STAMP,
    max_stamps_per_submission: config.MAX_STAMPS_PER_SUBMISSION,
  })
}

/**
 * Holds a member whose stamps this operator may adjust. 404 for a deleted member, 403 for the operator's own account, 409
 * for a member who is not verified, who may be gone tomorrow.
 */
export async function holdAdjustable(
  tx: Queryable,
  given: Pick<StampCorrection, 'userId' | 'operatorId'>,
): Promise<void> {
  const member = await holdMember(tx, given)
  if (!member) throw notFound()
  if (member.own) throw forbidden(texts.ownAccount)
  if (!member.verified) throw conflict(texts.memberUnverified)
}

/**
 * Enters a stamp adjustment with an audit entry and the member's mail; a repeat enters nothing more. `by` is the operator
 * of the audit entry, `notes` is what it says in addition. 409 where the request id was used for something else.
 */
export async function enterOnce(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  given: StampCorrection,
  { by, notes }: { by: number; notes: Change[] },
): Promise<void> {
  const { userId, stamps, reason, at } = given
  const before = await balanceOf(tx, userId)
  const id = await insertCorrection(tx, given)
  if (id === undefined) {
    if (await isEntered(tx, given)) return
    throw conflict(texts.keyReused)
  }
  const balance = { field: 'stamps', before: String(before), after: String(before + stamps) }
  const { changedFields } = withFieldNames([balance, ...notes])
  const changes = [balance, { field: 'reason', before: null, after: reason }, ...notes]
  const subject = { subjectKind: 'member', subjectId: userId, changedFields, changes }
  await recordAudit(tx, { operatorId: by, action: 'member.stamps_corrected', ...subject, at })
  await jobs.enqueueMail(tx, { kind: 'stamp-correction', id })
}

import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { tryConsumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import type { UserRow } from '../accounts.store.ts'
import { addReset } from '../password-resets/password-resets.store.ts'

export const VOIDED_PASSWORD_DAYS = 30
const MAIL_EVERY_SECONDS = 15 * 60

/** The hash of a password that a verification without any password made void, for 30 days (D-23). */
export function voidedPassword(user: UserRow, now: Date): string | undefined {
  const { voided_password_hash, password_voided_at } = user
  if (!voided_password_hash || !password_voided_at) return undefined
  return password_voided_at > daysBefore(now, VOIDED_PASSWORD_DAYS) ? voided_password_hash : undefined
}

/** Mails the member a one-time link to a new password, at most every 15 minutes. Links sent before stay good. */
export async function sendNewPasswordLink(deps: Deps, user: UserRow): Promise<void> {
  const now = deps.now()
  const limit = { key: `voided-password|${user.id}`, max: 1, windowSeconds: MAIL_EVERY_SECONDS }
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await tryConsumeLimits(tx, [limit], now)) !== undefined) return
    const id = await addReset(tx, { user_id: user.id, operator_id: null, now })
    await deps.jobs.enqueueMail(tx, { kind: 'password-reset', id })
  })
}

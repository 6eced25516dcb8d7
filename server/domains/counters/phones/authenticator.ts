import type { Deps } from '../../../deps.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { findPhoneSession, touchPhone } from './phones.store.ts'

/** The cookie of an enrolled phone. */
export const PHONE_COOKIE = 'stampus_counter'

/** Finds the phone by its cookie, with the cashier whose PIN still counts; undefined for a removed, unknown or long unused one. */
export function phoneAuthenticator({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['phone'] {
  return async (request) => {
    const token = request.cookies[PHONE_COOKIE]
    if (!token) return undefined
    const at = now()
    const row = await findPhoneSession(db.shared, hashToken(token), at)
    if (!row) return undefined
    const { id, name, merchant_id: merchantId, cashier_id, cashier_name } = row
    // Awaited, because 15 idle minutes are short and a phone in use must not count as idle.
    const lastUsedAt = (cashier_id === null ? undefined : row.cashier_used_at) ?? row.last_used_at
    if (isLastUseStale(lastUsedAt, at)) await touchPhone(db.pool, id, at, cashier_id !== null)
    const cashier = cashier_id === null || cashier_name === null ? undefined : { id: cashier_id, name: cashier_name }
    return { id, name, merchantId, cashier }
  }
}

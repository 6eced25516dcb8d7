import type { Deps } from '../../../deps.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import type { SignInCookieNames } from '../../../platform/password-accounts/sign-in-cookies.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { ownerSessions } from './owner-accounts.ts'
import { findOwnerSession, saveOwnerLastSeen } from './owners.store.ts'

/** The cookies of owners in the counter app. */
export const OWNER_COOKIES: SignInCookieNames = {
  session: 'stampus_owner',
  device: 'stampus_owner_device',
  pending: 'stampus_owner_pending',
  unlock: 'stampus_owner_unlock',
}

/** Finds the owner by the cookie of the counter app; undefined for a malformed, unknown or expired one. */
export function ownerAuthenticator({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['owner'] {
  return async (request) => {
    const token = request.cookies[OWNER_COOKIES.session]
    if (!token) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findOwnerSession(db.shared, tokenHash, ownerSessions.liveSince(at))
    if (!row) return undefined
    const { last_used_at, ...owner } = row
    // Awaited, because 30 idle minutes are short and a session in use must not count as idle.
    if (isLastUseStale(last_used_at, at)) {
      await ownerSessions.touch(db.pool, tokenHash, at)
      await saveOwnerLastSeen(db.pool, owner.id, at)
    }
    return { ...owner, tokenHash }
  }
}

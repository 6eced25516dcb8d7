import type { Deps } from '../../deps.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import { forbidden, unauthenticated } from '../../platform/http/http-error.ts'
import { consumeLimit, type Limit } from '../../platform/rate-limits/rate-limits.ts'
import { nextExpiry, signPath, verifyPath } from '../../platform/storage/signed-addresses.ts'
import { liveSince } from '../accounts/sessions/sessions.service.ts'
import { findHolder, isLiveHolder } from './grants.store.ts'

const PURPOSE = 'data-export'
const HOUR = 3600

/**
 * The address of the caller's own ZIP file, good for 5 to 10 minutes and for as long as their session, their password and
 * their access last; 429 above 5 an hour.
 */
export async function grantExport({ db, config, now }: Deps, { id, tokenHash }: AuthenticatedMember): Promise<string> {
  await consumeLimit(db.pool, limit(`data-export|${id}`, 5), now())
  const holder = await findHolder(db.pool, tokenHash)
  if (holder === undefined) throw unauthenticated()
  return signPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, expiresAt: nextExpiry(now()), holder })
}

/**
 * Refuses an address that was not made for this member's file, or whose session has ended, password was changed or member
 * was suspended since (403); 429 above 10 downloads an hour.
 */
export async function requireGrant(
  { db, config, now }: Deps,
  id: string,
  query: Record<string, unknown>,
): Promise<void> {
  if (!verifyPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, query, now: now() })) throw forbidden()
  const asked = { userId: Number(id), holder: String(query.holder), ...liveSince(now()) }
  if (!(await isLiveHolder(db.pool, asked))) throw forbidden()
  await consumeLimit(db.pool, limit(`data-download|${id}`, 10), now())
}

function exportPath(id: number | string): string {
  return `/files/data-export/${id}`
}

function limit(key: string, max: number): Limit {
  return { key, max, windowSeconds: HOUR }
}

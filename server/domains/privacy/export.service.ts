import type { Deps } from '../../deps.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import { forbidden, unauthenticated } from '../../platform/http/http-error.ts'
import { consumeLimit, perHour } from '../../platform/rate-limits/rate-limits.ts'
import { nextExpiry, signPath, verifyPath } from '../../platform/storage/signed-addresses.ts'
import { memberSessions } from '../accounts/accounts.store.ts'
import { findHolder, isLiveHolder } from './privacy.store.ts'

const PURPOSE = 'data-export'

/** Works for 5 to 10 minutes, until the session ends, the password changes or a suspension. Throws 401, 429. */
export async function createExportUrl(
  { db, config, now }: Deps,
  { id, tokenHash }: AuthenticatedMember,
): Promise<string> {
  await consumeLimit(db.pool, perHour(`data-export|${id}`, 5), now())
  const holder = await findHolder(db.pool, tokenHash)
  if (holder === undefined) throw unauthenticated()
  return signPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, expiresAt: nextExpiry(now()), holder })
}

/** Throws 403 for an address that does not work (see `createExportUrl`), 429 above 10 downloads an hour. */
export async function requireExportAccess(
  { db, config, now }: Deps,
  id: string,
  query: Record<string, unknown>,
): Promise<void> {
  if (!verifyPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, query, now: now() })) throw forbidden()
  const holder = { userId: Number(id), holder: String(query.holder), ...memberSessions.liveSince(now()) }
  if (!(await isLiveHolder(db.pool, holder))) throw forbidden()
  await consumeLimit(db.pool, perHour(`data-download|${id}`, 10), now())
}

function exportPath(id: number | string): string {
  return `/files/data-export/${id}`
}

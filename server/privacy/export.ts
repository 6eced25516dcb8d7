import type { Deps } from '../deps.ts'
import { nextExpiry, signPath, verifyPath } from '../files/signing.ts'
import type { MemberCaller } from '../http/callers.ts'
import { forbidden } from '../http/refusal.ts'
import { type Limit, take } from '../limits/limits.ts'

const PURPOSE = 'data-export'
const HOUR = 3600

/** The address of the caller's own ZIP file, good for 5 to 10 minutes; 429 above 5 an hour. */
export async function grantExport({ db, config, now }: Deps, { id }: MemberCaller): Promise<string> {
  await take(db.pool, limit(`data-export|${id}`, 5), now())
  return signPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, expiresAt: nextExpiry(now()) })
}

/** Refuses an address that was not made for this member's file (403); 429 above 10 downloads an hour. */
export async function requireGrant(
  { db, config, now }: Deps,
  id: string,
  query: Record<string, unknown>,
): Promise<void> {
  if (!verifyPath(config.APP_KEY, exportPath(id), { purpose: PURPOSE, query, now: now() })) throw forbidden()
  await take(db.pool, limit(`data-download|${id}`, 10), now())
}

function exportPath(id: number | string): string {
  return `/files/data-export/${id}`
}

function limit(key: string, max: number): Limit {
  return { key, max, windowSeconds: HOUR }
}

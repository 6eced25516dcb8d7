import type { Queryable } from '../../../platform/db/database.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import { newToken } from '../../../platform/security/crypto.ts'
import { addSession } from './sessions.store.ts'

const IDLE_DAYS = 30
const TOTAL_DAYS = 90

/** A session lives that was used after one moment and made after the other: 30 days idle, 90 in all (D-10). */
export function liveSince(now: Date): { usedAfter: Date; madeAfter: Date } {
  return { usedAfter: daysBefore(now, IDLE_DAYS), madeAfter: daysBefore(now, TOTAL_DAYS) }
}

/** Opens a session and answers its token; undefined for a suspended member or a password that has just changed. */
export async function openSession(
  tx: Queryable,
  user: { id: number; password_hash: string },
  now: Date,
): Promise<string | undefined> {
  const { token, hash } = newToken()
  const opened = await addSession(tx, { token_hash: hash, user_id: user.id, password_hash: user.password_hash, now })
  return opened ? token : undefined
}

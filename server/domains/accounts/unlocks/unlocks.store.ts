import type { Queryable } from '../../../platform/db/database.ts'
import { createUnlockStore } from '../../../platform/sessions/unlocks.store.ts'
import { IS_LIVE } from '../accounts.store.ts'

/** Requests of browsers to be unlocked. */
export const memberUnlocks = createUnlockStore({ unlocks: 'browser_unlocks', owner: 'user_id' })

type NewUnlock = { emailKey: string; browserHash: Buffer; now: Date }

/** Adds a request of a browser and returns its id. The statement is the same for known and unknown addresses. */
export async function addUnlock(tx: Queryable, { emailKey, browserHash, now }: NewUnlock): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO browser_unlocks (user_id, browser_hash, asked_at) VALUES ((SELECT u.id FROM users u
        WHERE u.email_key = $1 AND u.email_verified_at IS NOT NULL AND ${IS_LIVE}), $2, $3) RETURNING id`,
    values: [emailKey, browserHash, now],
  })
  return Number(rows[0]?.id)
}

/** The time of a browser's nth latest request since `askedAfter`, where `latest` is n; undefined if there are fewer. */
export async function findRequestBefore(
  db: Queryable,
  { browserHash, askedAfter, latest }: { browserHash: Buffer; askedAfter: Date; latest: number },
): Promise<Date | undefined> {
  const { rows } = await db.query<{ asked_at: Date }>({
    text: `SELECT asked_at FROM browser_unlocks WHERE browser_hash = $1 AND asked_at > $2
      ORDER BY asked_at DESC OFFSET $3 LIMIT 1`,
    values: [browserHash, askedAfter, latest],
  })
  return rows[0]?.asked_at
}

/** Moves a browser's requests to its new cookie. */
export async function renewBrowser(
  tx: Queryable,
  { before, after, askedAfter }: { before: Buffer; after: Buffer; askedAfter: Date },
): Promise<void> {
  await tx.query({
    text: 'UPDATE browser_unlocks SET browser_hash = $2 WHERE browser_hash = $1 AND asked_at > $3',
    values: [before, after, askedAfter],
  })
}

/** Marks a request as opened. False if it is another browser's or was opened already. */
export async function openUnlock(
  tx: Queryable,
  { id, browserHash, now }: { id: number; browserHash: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'UPDATE browser_unlocks SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL AND browser_hash = $3',
    values: [id, now, browserHash],
  })
  return rowCount === 1
}

type Mailing = { id: number; askedAfter: Date; mailedAfter: Date; most: number; now: Date }

/**
 * Stores that the link of a request is mailed. False if the request is too old, was opened or voided, or if the member got
 * `most` mails since `mailedAfter`. The caller must have locked the member's row.
 */
export async function saveUnlockMailed(tx: Queryable, mailing: Mailing): Promise<boolean> {
  const { id, askedAfter, mailedAfter, most, now } = mailing
  const { rowCount } = await tx.query({
    text: `UPDATE browser_unlocks b SET mailed_at = coalesce(b.mailed_at, $5)
      WHERE b.id = $1 AND b.asked_at > $2 AND b.opened_at IS NULL AND b.browser_hash <> '' AND (b.mailed_at IS NOT NULL
        OR (SELECT count(*) FROM browser_unlocks o WHERE o.user_id = b.user_id AND o.mailed_at > $3) < $4)`,
    values: [id, askedAfter, mailedAfter, most, now],
  })
  return rowCount === 1
}

import type { Queryable } from '../../../platform/db/database.ts'
import { maybeValue, run, some, value } from '../../../platform/db/query.ts'
import { createUnlockStore } from '../../../platform/sessions/unlocks.store.ts'
import { IS_LIVE } from '../accounts.store.ts'

export const memberUnlocks = createUnlockStore({ unlocks: 'browser_unlocks', owner: 'user_id' })

type NewUnlock = { emailKey: string; browserHash: Buffer; now: Date }

/** Adds a request of a browser and returns its id. The statement is the same for known and unknown addresses. */
export const addUnlock = (tx: Queryable, { emailKey, browserHash, now }: NewUnlock) =>
  value(tx)`
    INSERT INTO browser_unlocks (user_id, browser_hash, asked_at) VALUES ((SELECT u.id FROM users u
      WHERE u.email_key = ${emailKey} AND u.email_verified_at IS NOT NULL AND ${IS_LIVE}), ${browserHash}, ${now})
    RETURNING id`

type Requests = { browserHash: Buffer; askedAfter: Date; latest: number }

/** The time of a browser's nth latest request since `askedAfter`, where `latest` is n; undefined if there are fewer. */
export const findRequestBefore = (db: Queryable, { browserHash, askedAfter, latest }: Requests) =>
  maybeValue<Date>(db)`
    SELECT asked_at FROM browser_unlocks WHERE browser_hash = ${browserHash} AND asked_at > ${askedAfter}
    ORDER BY asked_at DESC OFFSET ${latest} LIMIT 1`

type Renewal = { before: Buffer; after: Buffer; askedAfter: Date }

export const renewBrowser = (tx: Queryable, { before, after, askedAfter }: Renewal) =>
  run(tx)`
    UPDATE browser_unlocks SET browser_hash = ${after} WHERE browser_hash = ${before} AND asked_at > ${askedAfter}`

type Opening = { id: number; browserHash: Buffer; now: Date }

/** Marks a request as opened. False if it is another browser's or was opened already. */
export const openUnlock = (tx: Queryable, { id, browserHash, now }: Opening) =>
  some(tx)`
    UPDATE browser_unlocks SET opened_at = ${now}
    WHERE id = ${id} AND opened_at IS NULL AND browser_hash = ${browserHash}`

type Mailing = { id: number; askedAfter: Date; mailedAfter: Date; most: number; now: Date }

/** False if too old, opened, voided, or after `most` mails since `mailedAfter`. Lock the member first. */
export const saveUnlockMailed = (tx: Queryable, { id, askedAfter, mailedAfter, most, now }: Mailing) =>
  some(tx)`
    UPDATE browser_unlocks b SET mailed_at = coalesce(b.mailed_at, ${now})
    WHERE b.id = ${id} AND b.asked_at > ${askedAfter} AND b.opened_at IS NULL AND b.browser_hash <> ''
      AND (b.mailed_at IS NOT NULL OR ${most} > (
        SELECT count(*) FROM browser_unlocks o WHERE o.user_id = b.user_id AND o.mailed_at > ${mailedAfter}))`

import type { Queryable } from '../../platform/db/database.ts'
import { maybe, maybeValue, rowCount, run, some, value } from '../../platform/db/query.ts'
import type { Row } from '../../platform/db/rows.ts'
import { insert } from '../../platform/db/rows.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createSessionStore } from '../../platform/sessions/sessions.store.ts'
import { createUnlockStore } from '../../platform/sessions/unlocks.store.ts'
import type { App } from './apps.ts'

const sessionsOf = (app: App) =>
  createSessionStore({
    sessions: 'staff_sessions',
    devices: 'staff_trusted_devices',
    owner: 'staff_id',
    app,
    lifetime: { idleMs: 30 * MINUTE_MS, totalMs: 12 * 60 * MINUTE_MS },
  })

export const staffSessions = { console: sessionsOf('console'), counter: sessionsOf('counter') }

const unlocksOf = (app: App) => createUnlockStore({ unlocks: 'staff_unlocks', owner: 'staff_id', app })

export const staffUnlocks = { console: unlocksOf('console'), counter: unlocksOf('counter') }

/** Adds a link that unlocks a browser, of an account or of none, and returns its id. */
export const addUnlock = (tx: Queryable, app: App, { id, now }: { id: number | undefined; now: Date }) =>
  value(tx)`${insert('staff_unlocks', { staff_id: id ?? null, asked_at: now, app })} RETURNING id`

/** Marks such a link as opened by a browser. False if it was opened already or has ended. */
export const openUnlock = (
  tx: Queryable,
  app: App,
  { id, browserHash, now }: { id: number; browserHash: Buffer; now: Date },
) =>
  some(tx)`UPDATE staff_unlocks SET opened_at = ${now}, browser_hash = ${browserHash}
    WHERE id = ${id} AND app = ${app} AND opened_at IS NULL AND browser_hash IS NULL`

/** Adds a link to a password and returns its id. Deletes the account's earlier one in this app, which voids it. */
export async function replaceLink(tx: Queryable, app: App, id: number, now: Date): Promise<number> {
  await deleteLink(tx, app, id)
  return value(tx)`${insert('staff_links', { staff_id: id, created_at: now, app })} RETURNING id`
}

/** The id of the account of a link; undefined once it was used or replaced. */
export const findLinkHolder = (db: Queryable, app: App, linkId: number) =>
  maybeValue(db)`SELECT staff_id FROM staff_links WHERE id = ${linkId} AND app = ${app}`

export const deleteLink = (tx: Queryable, app: App, id: number) =>
  run(tx)`DELETE FROM staff_links WHERE staff_id = ${id} AND app = ${app}`

export const deleteOldLinks = (db: Queryable, madeBefore: Date) =>
  rowCount(db)`DELETE FROM staff_links WHERE created_at < ${madeBefore}`

export const addPendingSignIn = (
  db: Queryable,
  app: App,
  { tokenHash, id, now }: { tokenHash: Buffer; id: number; now: Date },
) => run(db)`${insert('staff_pending_sign_ins', { token_hash: tokenHash, staff_id: id, created_at: now, app })}`

export const findPendingSignIn = (
  db: Queryable,
  app: App,
  { tokenHash, madeAfter }: { tokenHash: Buffer; madeAfter: Date },
) =>
  maybeValue(db)`SELECT staff_id FROM staff_pending_sign_ins
    WHERE token_hash = ${tokenHash} AND created_at > ${madeAfter} AND app = ${app}`

/** False if it was used or had ended already. */
export const deletePendingSignIn = (tx: Queryable, app: App, tokenHash: Buffer) =>
  some(tx)`DELETE FROM staff_pending_sign_ins WHERE token_hash = ${tokenHash} AND app = ${app}`

export const deleteOldPendingSignIns = (db: Queryable, madeBefore: Date) =>
  rowCount(db)`DELETE FROM staff_pending_sign_ins WHERE created_at <= ${madeBefore}`

/** Ends an account's sessions in an app but the given one, sign-ins that wait for a code, and unlocks of browsers. */
export async function endSessions(tx: Queryable, app: App, id: number, exceptTokenHash?: Buffer): Promise<void> {
  await staffSessions[app].endAll(tx, id, exceptTokenHash)
  await run(tx)`DELETE FROM staff_pending_sign_ins WHERE staff_id = ${id} AND app = ${app}`
  await staffUnlocks[app].endAll(tx, id)
}

export async function endAllSessions(tx: Queryable, id: number, exceptTokenHash?: Buffer): Promise<void> {
  await endSessions(tx, 'console', id, exceptTokenHash)
  await endSessions(tx, 'counter', id, exceptTokenHash)
}

/** Deletes the links, unlocks and devices of an account in an app. End its sessions before. */
export async function deleteCredentials(tx: Queryable, app: App, id: number): Promise<void> {
  await deleteLink(tx, app, id)
  await run(tx)`DELETE FROM staff_unlocks WHERE staff_id = ${id} AND app = ${app}`
  await staffSessions[app].forgetDevices(tx, id)
}

type SecondFactorRow = Row<'staff_second_factors', 'secret' | 'added_at' | 'last_step' | 'bound_to_owner'>

/** The second factor of an account, active or only shown. Lock the account before changing it or its recovery codes. */
export const findSecondFactor = (db: Queryable, id: number) =>
  maybe<SecondFactorRow>(
    db,
  )`SELECT secret, added_at, last_step, bound_to_owner FROM staff_second_factors WHERE staff_id = ${id}`

/** Saves a secret whose first code is still missing. False if a second factor is on. */
export const saveShownSecret = (tx: Queryable, id: number, secret: Buffer) =>
  some(tx)`INSERT INTO staff_second_factors AS f (staff_id, secret) VALUES (${id}, ${secret})
    ON CONFLICT (staff_id) DO UPDATE SET secret = excluded.secret, last_step = 0, bound_to_owner = NULL
    WHERE f.added_at IS NULL`

export const activateSecondFactor = (tx: Queryable, id: number, now: Date) =>
  run(tx)`UPDATE staff_second_factors SET added_at = ${now} WHERE staff_id = ${id}`

/** Uses up a time step and those before it. False if it was used already. */
export const useStep = (tx: Queryable, id: number, step: number) =>
  some(tx)`UPDATE staff_second_factors SET last_step = ${step} WHERE staff_id = ${id} AND last_step < ${step}`

/** Deletes a second factor with its recovery codes. False if none was on. */
export const deleteSecondFactor = (tx: Queryable, id: number) =>
  some(tx)`DELETE FROM staff_second_factors WHERE staff_id = ${id} AND added_at IS NOT NULL`

export const forgetSecondFactor = (tx: Queryable, id: number) =>
  run(tx)`DELETE FROM staff_second_factors WHERE staff_id = ${id}`

/** Uses up a recovery code. False if there is no such code. */
export const useRecoveryCode = (tx: Queryable, id: number, codeHash: Buffer) =>
  some(tx)`DELETE FROM staff_recovery_codes WHERE staff_id = ${id} AND code_hash = ${codeHash}`

export async function replaceRecoveryCodes(tx: Queryable, id: number, hashes: Buffer[]): Promise<void> {
  await run(tx)`DELETE FROM staff_recovery_codes WHERE staff_id = ${id}`
  await run(tx)`INSERT INTO staff_recovery_codes (staff_id, code_hash) SELECT ${id}, unnest(${hashes}::bytea[])`
}

export const countRecoveryCodes = (db: Queryable, id: number) =>
  value(db)`SELECT count(*) FROM staff_recovery_codes WHERE staff_id = ${id}`

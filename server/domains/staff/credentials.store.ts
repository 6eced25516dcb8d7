import type { Queryable } from '../../platform/db/database.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createSessionStore } from '../../platform/sessions/sessions.store.ts'
import { createUnlockStore } from '../../platform/sessions/unlocks.store.ts'
import type { App } from './apps.ts'

/** Where an app keeps what its accounts sign in with; `account` is the column of these tables that names the account. */
const TABLES = {
  console: {
    account: 'operator_id',
    sessions: 'operator_sessions',
    devices: 'operator_trusted_devices',
    links: 'operator_links',
    pendingSignIns: 'pending_sign_ins',
    unlocks: 'operator_unlocks',
    secondFactors: 'second_factors',
    recoveryCodes: 'recovery_codes',
  },
  counter: {
    account: 'owner_id',
    sessions: 'owner_sessions',
    devices: 'owner_trusted_devices',
    links: 'owner_links',
    pendingSignIns: 'owner_pending_sign_ins',
    unlocks: 'owner_unlocks',
    secondFactors: 'owner_second_factors',
    recoveryCodes: 'owner_recovery_codes',
  },
} as const

const sessionsOf = ({ account, sessions, devices }: (typeof TABLES)[App]) =>
  createSessionStore({
    sessions,
    devices,
    owner: account,
    lifetime: { idleMs: 30 * MINUTE_MS, totalMs: 12 * 60 * MINUTE_MS },
  })

export const staffSessions = { console: sessionsOf(TABLES.console), counter: sessionsOf(TABLES.counter) }

const unlocksOf = ({ account, unlocks }: (typeof TABLES)[App]) => createUnlockStore({ unlocks, owner: account })

export const staffUnlocks = { console: unlocksOf(TABLES.console), counter: unlocksOf(TABLES.counter) }

/** Adds a link that unlocks a browser, of an account or of none, and returns its id. */
export async function addUnlock(
  tx: Queryable,
  app: App,
  { accountId, now }: { accountId: number | undefined; now: Date },
): Promise<number> {
  const { account, unlocks } = TABLES[app]
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO ${unlocks} (${account}, asked_at) VALUES ($1, $2) RETURNING id`,
    values: [accountId ?? null, now],
  })
  return Number(rows[0]?.id)
}

/** Marks such a link as opened by a browser. False if it was opened already or has ended. */
export async function openUnlock(
  tx: Queryable,
  app: App,
  { id, browserHash, now }: { id: number; browserHash: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE ${TABLES[app].unlocks} SET opened_at = $2, browser_hash = $3
      WHERE id = $1 AND opened_at IS NULL AND browser_hash IS NULL`,
    values: [id, now, browserHash],
  })
  return rowCount === 1
}

/** Adds a link to a password and returns its id. An account has one: the earlier one is deleted, which voids it. */
export async function replaceLink(tx: Queryable, app: App, id: number, now: Date): Promise<number> {
  const { account, links } = TABLES[app]
  await deleteLink(tx, app, id)
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO ${links} (${account}, created_at) VALUES ($1, $2) RETURNING id`,
    values: [id, now],
  })
  const [row] = rows
  if (!row) throw new Error('The password link was not inserted')
  return row.id
}

/** The id of the account of a link; undefined once it was used or replaced. */
export async function findLinkHolder(db: Queryable, app: App, linkId: number): Promise<number | undefined> {
  const { account, links } = TABLES[app]
  const { rows } = await db.query<{ id: number }>({
    text: `SELECT ${account} AS id FROM ${links} WHERE id = $1`,
    values: [linkId],
  })
  return rows[0]?.id
}

export async function deleteLink(tx: Queryable, app: App, id: number): Promise<void> {
  const { account, links } = TABLES[app]
  await tx.query({ text: `DELETE FROM ${links} WHERE ${account} = $1`, values: [id] })
}

/** Deletes the links made before a time. Returns how many. */
export async function deleteOldLinks(db: Queryable, app: App, madeBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `DELETE FROM ${TABLES[app].links} WHERE created_at < $1`,
    values: [madeBefore],
  })
  return rowCount ?? 0
}

/** Stores a sign-in with the right password that waits for the code of the second factor. */
export async function addPendingSignIn(
  db: Queryable,
  app: App,
  { tokenHash, id, now }: { tokenHash: Buffer; id: number; now: Date },
): Promise<void> {
  const { account, pendingSignIns } = TABLES[app]
  await db.query({
    text: `INSERT INTO ${pendingSignIns} (token_hash, ${account}, created_at) VALUES ($1, $2, $3)`,
    values: [tokenHash, id, now],
  })
}

/** The id of the account whose sign-in waits for its code. */
export async function findPendingSignIn(
  db: Queryable,
  app: App,
  { tokenHash, madeAfter }: { tokenHash: Buffer; madeAfter: Date },
): Promise<number | undefined> {
  const { account, pendingSignIns } = TABLES[app]
  const { rows } = await db.query<{ id: number }>({
    text: `SELECT ${account} AS id FROM ${pendingSignIns} WHERE token_hash = $1 AND created_at > $2`,
    values: [tokenHash, madeAfter],
  })
  return rows[0]?.id
}

/** False if it was used or had ended already. */
export async function deletePendingSignIn(tx: Queryable, app: App, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `DELETE FROM ${TABLES[app].pendingSignIns} WHERE token_hash = $1`,
    values: [tokenHash],
  })
  return rowCount === 1
}

/** Deletes the waiting sign-ins made before a time. Returns how many. */
export async function deleteOldPendingSignIns(db: Queryable, app: App, madeBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `DELETE FROM ${TABLES[app].pendingSignIns} WHERE created_at <= $1`,
    values: [madeBefore],
  })
  return rowCount ?? 0
}

/** Ends the sessions of an account, except one if it is given, every sign-in that waits for its code, and unlocks of browsers. */
export async function endSessions(tx: Queryable, app: App, id: number, exceptTokenHash?: Buffer): Promise<void> {
  const { account, pendingSignIns } = TABLES[app]
  await staffSessions[app].endAll(tx, id, exceptTokenHash)
  await tx.query({ text: `DELETE FROM ${pendingSignIns} WHERE ${account} = $1`, values: [id] })
  await staffUnlocks[app].endAll(tx, id)
}

/** Deletes what an account could sign in with, but its password. End its sessions before. */
export async function deleteCredentials(tx: Queryable, app: App, id: number): Promise<void> {
  const { account, secondFactors, links, unlocks, devices } = TABLES[app]
  for (const table of [secondFactors, links, unlocks, devices])
    await tx.query({ text: `DELETE FROM ${table} WHERE ${account} = $1`, values: [id] })
}

type SecondFactorRow = { secret: Buffer; added_at: Date | null; last_step: number }

/** The second factor of an account, active or only shown. Lock the account before changing it or its recovery codes. */
export async function findSecondFactor(db: Queryable, app: App, id: number): Promise<SecondFactorRow | undefined> {
  const { account, secondFactors } = TABLES[app]
  const { rows } = await db.query<SecondFactorRow>({
    text: `SELECT secret, added_at, last_step FROM ${secondFactors} WHERE ${account} = $1`,
    values: [id],
  })
  return rows[0]
}

/** Saves a secret whose first code is still missing. False if a second factor is on. */
export async function saveShownSecret(tx: Queryable, app: App, id: number, secret: Buffer): Promise<boolean> {
  const { account, secondFactors } = TABLES[app]
  const { rowCount } = await tx.query({
    text: `INSERT INTO ${secondFactors} AS f (${account}, secret) VALUES ($1, $2)
      ON CONFLICT (${account}) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE f.added_at IS NULL`,
    values: [id, secret],
  })
  return rowCount === 1
}

export async function activateSecondFactor(tx: Queryable, app: App, id: number, now: Date): Promise<void> {
  const { account, secondFactors } = TABLES[app]
  await tx.query({ text: `UPDATE ${secondFactors} SET added_at = $2 WHERE ${account} = $1`, values: [id, now] })
}

/** Uses up a time step and those before it. False if it was used already. */
export async function useStep(tx: Queryable, app: App, id: number, step: number): Promise<boolean> {
  const { account, secondFactors } = TABLES[app]
  const { rowCount } = await tx.query({
    text: `UPDATE ${secondFactors} SET last_step = $2 WHERE ${account} = $1 AND last_step < $2`,
    values: [id, step],
  })
  return rowCount === 1
}

/** Deletes a second factor with its recovery codes. False if none was on. */
export async function deleteSecondFactor(tx: Queryable, app: App, id: number): Promise<boolean> {
  const { account, secondFactors } = TABLES[app]
  const { rowCount } = await tx.query({
    text: `DELETE FROM ${secondFactors} WHERE ${account} = $1 AND added_at IS NOT NULL`,
    values: [id],
  })
  return rowCount === 1
}

/** Uses up a recovery code. False if there is no such code. */
export async function useRecoveryCode(tx: Queryable, app: App, id: number, codeHash: Buffer): Promise<boolean> {
  const { account, recoveryCodes } = TABLES[app]
  const { rowCount } = await tx.query({
    text: `DELETE FROM ${recoveryCodes} WHERE ${account} = $1 AND code_hash = $2`,
    values: [id, codeHash],
  })
  return rowCount === 1
}

export async function replaceRecoveryCodes(tx: Queryable, app: App, id: number, hashes: Buffer[]): Promise<void> {
  const { account, recoveryCodes } = TABLES[app]
  await tx.query({ text: `DELETE FROM ${recoveryCodes} WHERE ${account} = $1`, values: [id] })
  await tx.query({
    text: `INSERT INTO ${recoveryCodes} (${account}, code_hash) SELECT $1, unnest($2::bytea[])`,
    values: [id, hashes],
  })
}

export async function countRecoveryCodes(db: Queryable, app: App, id: number): Promise<number> {
  const { account, recoveryCodes } = TABLES[app]
  const { rows } = await db.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM ${recoveryCodes} WHERE ${account} = $1`,
    values: [id],
  })
  return rows[0]?.count ?? 0
}

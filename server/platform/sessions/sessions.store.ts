import type { Queryable } from '../db/database.ts'
import { daysBefore, MINUTE_MS } from '../durations.ts'

const NOTE_USE_EVERY_MS = MINUTE_MS

/** A trusted device is forgotten when no login has used it for so many days. */
export const TRUSTED_DEVICE_DAYS = 180

/** What differs between kinds of accounts. The domain owns the tables; the times are milliseconds. */
type SessionKind = {
  sessions: string
  devices: string
  /** The column of both tables that names the account. */
  owner: string
  /** How long a session lives unused, and how long at most. */
  lifetime: { idleMs: number; totalMs: number }
}

/** A session is live if it was used after `usedAfter` and created after `madeAfter`. */
export type LiveSince = { usedAfter: Date; madeAfter: Date }

export type SessionStore = ReturnType<typeof createSessionStore>

/**
 * Sessions and trusted devices of one kind of account. The database stores only hashes of tokens and devices. Each domain has
 * its own query for the account of a token, because that joins its tables.
 */
export function createSessionStore({ sessions, devices, owner, lifetime }: SessionKind) {
  const liveSince = (now: Date): LiveSince => ({
    usedAfter: new Date(now.getTime() - lifetime.idleMs),
    madeAfter: new Date(now.getTime() - lifetime.totalMs),
  })
  return {
    liveSince,

    async add(db: Queryable, { tokenHash, ownerId, now }: { tokenHash: Buffer; ownerId: number; now: Date }) {
      await db.query({
        text: `INSERT INTO ${sessions} (token_hash, ${owner}, created_at, last_used_at) VALUES ($1, $2, $3, $3)`,
        values: [tokenHash, ownerId, now],
      })
    },

    /** Stores that a session was used now. */
    async touch(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
      await db.query({
        name: `${sessions}.touch`,
        text: `UPDATE ${sessions} SET last_used_at = $2 WHERE token_hash = $1`,
        values: [tokenHash, now],
      })
    },

    /** Ends a session. False if it had ended already. */
    async end(db: Queryable, tokenHash: Buffer): Promise<boolean> {
      const { rowCount } = await db.query({
        text: `DELETE FROM ${sessions} WHERE token_hash = $1`,
        values: [tokenHash],
      })
      return rowCount === 1
    },

    /** Ends the sessions of an account, except one if it is given. Returns how many. */
    async endAll(db: Queryable, ownerId: number, exceptTokenHash?: Buffer): Promise<number> {
      const { rowCount } = await db.query({
        text: `DELETE FROM ${sessions} WHERE ${owner} = $1 AND token_hash IS DISTINCT FROM $2`,
        values: [ownerId, exceptTokenHash ?? null],
      })
      return rowCount ?? 0
    },

    /** Counts the live sessions of an account other than this one. */
    async countOthers(
      db: Queryable,
      { ownerId, tokenHash }: { ownerId: number; tokenHash: Buffer },
      now: Date,
    ): Promise<number> {
      const { usedAfter, madeAfter } = liveSince(now)
      const { rows } = await db.query<{ count: number }>({
        text: `SELECT count(*) AS count FROM ${sessions}
          WHERE ${owner} = $1 AND token_hash <> $2 AND last_used_at > $3 AND created_at > $4`,
        values: [ownerId, tokenHash, usedAfter, madeAfter],
      })
      return rows[0]?.count ?? 0
    },

    /** Deletes the sessions that are not live, of one account if it is given. Returns how many. */
    async deleteExpired(db: Queryable, now: Date, ownerId?: number): Promise<number> {
      const { usedAfter, madeAfter } = liveSince(now)
      const { rowCount } = await db.query({
        text: `DELETE FROM ${sessions}
          WHERE (last_used_at <= $1 OR created_at <= $2) AND ($3::bigint IS NULL OR ${owner} = $3)`,
        values: [usedAfter, madeAfter, ownerId ?? null],
      })
      return rowCount ?? 0
    },

    /** Whether one of these accounts has logged in on this device before. */
    async isTrustedDevice(db: Queryable, ownerIds: number[], deviceHash: Buffer): Promise<boolean> {
      const { rowCount } = await db.query({
        text: `SELECT FROM ${devices} WHERE ${owner} = ANY($1) AND device_hash = $2`,
        values: [ownerIds, deviceHash],
      })
      return rowCount !== 0
    },

    /** Remembers that an account logged in on this device now. */
    async trustDevice(db: Queryable, ownerId: number, deviceHash: Buffer, now: Date): Promise<void> {
      await db.query({
        text: `INSERT INTO ${devices} (${owner}, device_hash, last_used_at) VALUES ($1, $2, $3)
          ON CONFLICT (${owner}, device_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
        values: [ownerId, deviceHash, now],
      })
    },

    /** Gives a device another token, for all accounts that trust it. A token that somebody planted in a browser is then worth nothing. */
    async replaceDevice(db: Queryable, deviceHash: Buffer, newHash: Buffer): Promise<void> {
      await db.query({
        text: `UPDATE ${devices} SET device_hash = $2 WHERE device_hash = $1`,
        values: [deviceHash, newHash],
      })
    },

    async forgetDevices(db: Queryable, ownerId: number): Promise<void> {
      await db.query({ text: `DELETE FROM ${devices} WHERE ${owner} = $1`, values: [ownerId] })
    },

    /** Forgets the devices that no login has used for 180 days. Returns how many. */
    async deleteUnusedDevices(db: Queryable, now: Date): Promise<number> {
      const { rowCount } = await db.query({
        text: `DELETE FROM ${devices} WHERE last_used_at <= $1`,
        values: [daysBefore(now, TRUSTED_DEVICE_DAYS)],
      })
      return rowCount ?? 0
    },
  }
}

/** Whether to store the use of a session again: at most once a minute. */
export function isLastUseStale(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() > NOTE_USE_EVERY_MS
}

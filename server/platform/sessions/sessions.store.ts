import type { Queryable } from '../db/database.ts'
import { rowCount, run, some, value } from '../db/query.ts'
import { raw, sql } from '../db/sql.ts'
import { daysBefore, MINUTE_MS } from '../durations.ts'

const NOTE_USE_EVERY_MS = MINUTE_MS

export const TRUSTED_DEVICE_DAYS = 180

/** The domain owns the tables. */
type SessionKind = {
  sessions: string
  devices: string
  owner: string
  /** Rows of other apps are not seen. */
  app?: string
  lifetime: { idleMs: number; totalMs: number }
}

/** A session is live if it was used after `usedAfter` and created after `madeAfter`. */
export type LiveSince = { usedAfter: Date; madeAfter: Date }

/** The database stores only hashes. Each domain joins its own tables to find the account of a token. */
export function createSessionStore({ sessions, devices, owner, app, lifetime }: SessionKind) {
  const [SESSIONS, DEVICES, OWNER] = [raw(sessions), raw(devices), raw(owner)]
  const IN_APP = app ? sql` AND app = ${app}` : sql``
  const [APP, OF_APP] = app ? [sql`, app`, sql`, ${app}`] : [sql``, sql``]
  const liveSince = (now: Date): LiveSince => ({
    usedAfter: new Date(now.getTime() - lifetime.idleMs),
    madeAfter: new Date(now.getTime() - lifetime.totalMs),
  })
  return {
    liveSince,

    async add(db: Queryable, { tokenHash, ownerId, now }: { tokenHash: Buffer; ownerId: number; now: Date }) {
      await run(db)`INSERT INTO ${SESSIONS} (token_hash, ${OWNER}, created_at, last_used_at${APP})
        VALUES (${tokenHash}, ${ownerId}, ${now}, ${now}${OF_APP})`
    },

    touch: (db: Queryable, tokenHash: Buffer, now: Date) =>
      run(db, `${sessions}.touch`)`UPDATE ${SESSIONS} SET last_used_at = ${now} WHERE token_hash = ${tokenHash}`,

    /** False if it had ended already. */
    end: (db: Queryable, tokenHash: Buffer) =>
      some(db)`DELETE FROM ${SESSIONS} WHERE token_hash = ${tokenHash}${IN_APP}`,

    endAll: (db: Queryable, ownerId: number, exceptTokenHash?: Buffer) =>
      rowCount(db)`DELETE FROM ${SESSIONS}
        WHERE ${OWNER} = ${ownerId} AND token_hash IS DISTINCT FROM ${exceptTokenHash ?? null}${IN_APP}`,

    endForAll: (db: Queryable) => rowCount(db)`DELETE FROM ${SESSIONS} WHERE true${IN_APP}`,

    countOthers(db: Queryable, { ownerId, tokenHash }: { ownerId: number; tokenHash: Buffer }, now: Date) {
      const { usedAfter, madeAfter } = liveSince(now)
      return value(db)`SELECT count(*) FROM ${SESSIONS} WHERE ${OWNER} = ${ownerId} AND token_hash <> ${tokenHash}
        AND last_used_at > ${usedAfter} AND created_at > ${madeAfter}${IN_APP}`
    },

    deleteExpired(db: Queryable, now: Date, ownerId?: number): Promise<number> {
      const { usedAfter, madeAfter } = liveSince(now)
      return rowCount(db)`DELETE FROM ${SESSIONS} WHERE (last_used_at <= ${usedAfter} OR created_at <= ${madeAfter})
        ${ownerId === undefined ? sql`` : sql`AND ${OWNER} = ${ownerId}`}${IN_APP}`
    },

    isTrustedDevice: (db: Queryable, ownerIds: number[], deviceHash: Buffer) =>
      some(db)`SELECT FROM ${DEVICES} WHERE ${OWNER} = ANY(${ownerIds}) AND device_hash = ${deviceHash}${IN_APP}`,

    trustDevice: (db: Queryable, ownerId: number, deviceHash: Buffer, now: Date) =>
      run(db)`INSERT INTO ${DEVICES} (${OWNER}, device_hash, last_used_at${APP})
        VALUES (${ownerId}, ${deviceHash}, ${now}${OF_APP})
        ON CONFLICT (${OWNER}, device_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,

    /** Replaces it for all accounts that trust it. A token that somebody planted in a browser is then worth nothing. */
    replaceDevice: (db: Queryable, deviceHash: Buffer, newHash: Buffer) =>
      run(db)`UPDATE ${DEVICES} SET device_hash = ${newHash} WHERE device_hash = ${deviceHash}${IN_APP}`,

    forgetDevices: (db: Queryable, ownerId: number) =>
      run(db)`DELETE FROM ${DEVICES} WHERE ${OWNER} = ${ownerId}${IN_APP}`,

    deleteUnusedDevices: (db: Queryable, now: Date) =>
      rowCount(db)`DELETE FROM ${DEVICES} WHERE last_used_at <= ${daysBefore(now, TRUSTED_DEVICE_DAYS)}${IN_APP}`,
  }
}

export const isLastUseStale = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() > NOTE_USE_EVERY_MS

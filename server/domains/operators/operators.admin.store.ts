import type { Role } from '@stampus/contract/console/operators'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePageClause } from '../../platform/db/sql.ts'

type Ages = { usedAfter: Date; madeAfter: Date }

/** An operator as managers see them. */
export type RosterRow = {
  id: number
  name: string
  email: string
  role: Role
  version: number
  invited: boolean
  has_second_factor: boolean
  last_seen_at: Date | null
  sessions: number
}

const ROW = `SELECT o.id, o.name, o.email, o.role, o.version, o.password_hash IS NULL AS invited, o.last_seen_at,
    EXISTS (SELECT FROM second_factors f WHERE f.operator_id = o.id AND f.added_at IS NOT NULL) AS has_second_factor,
    (SELECT count(*) FROM operator_sessions s
      WHERE s.operator_id = o.id AND s.last_used_at > $1 AND s.created_at > $2) AS sessions
  FROM operators o WHERE o.removed_at IS NULL`

/** A page of the operators from 1, and where there is one the first of the next. Managers first, each by name. */
export async function listRoster(db: Queryable, { usedAfter, madeAfter }: Ages, page: number): Promise<RosterRow[]> {
  const { rows } = await db.query<RosterRow>({
    text: `${ROW} ORDER BY o.role, lower(o.name), o.id ${consolePageClause(page)}`,
    values: [usedAfter, madeAfter],
  })
  return rows
}

export async function findRosterRow(
  db: Queryable,
  { usedAfter, madeAfter }: Ages,
  id: number,
): Promise<RosterRow | undefined> {
  const { rows } = await db.query<RosterRow>({ text: `${ROW} AND o.id = $3`, values: [usedAfter, madeAfter, id] })
  return rows[0]
}

import type { Queryable } from '../../platform/db/database.ts'
import { many, one, run, value } from '../../platform/db/query.ts'

export const readVersion = (db: Queryable) => value(db)`SELECT current_setting('server_version_num')::integer / 10000`

export const countManagers = (db: Queryable) =>
  value(db)`SELECT count(*) FROM operators WHERE role = 'manager' AND removed_at IS NULL`

/** Receipts that are read again wait behind all others, for as long as it takes. */
export const listLateJobs = (db: Queryable, before: Date) =>
  many<{ name: string; count: number }>(db)`
    SELECT name, count(*) FROM pgboss.job
    WHERE state IN ('created', 'retry') AND start_after < ${before} AND priority >= 0 GROUP BY name ORDER BY name`

export const readReplication = (db: Queryable) =>
  one<{ names: string; role: string }>(db)`
    SELECT current_setting('synchronous_standby_names') AS names, quote_ident(current_user) AS role`

type Standby = { name: string; state: string | null; sync_state: string | null; lag_seconds: number | null }

/** Without pg_monitor everything but the name is null. */
export const listStandbys = (db: Queryable) =>
  many<Standby>(db)`
    SELECT application_name AS name, state, sync_state, extract(epoch FROM replay_lag)::float8 AS lag_seconds
    FROM pg_stat_replication WHERE application_name NOT LIKE 'pg\\_basebackup%' ORDER BY application_name`

export const limitStatements = (tx: Queryable, seconds: number) =>
  run(tx)`SELECT set_config('statement_timeout', ${`${seconds}s`}, true)`

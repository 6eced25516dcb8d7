import pg from 'pg'
import type { Queryable } from './database.ts'
import { inTransaction } from './transaction.ts'

const lockKey = 7_266_838
const schemas = ['public', 'pgboss']

export async function roleOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

/** Reading and writing rows, except changes that a trigger forbids. Parallel starts take turns. */
export async function grantRights(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await inTransaction(owner, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
    await tx.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schemas.join(', ')} FROM ${name}`)
    await tx.query(`GRANT USAGE ON SCHEMA ${schemas.join(', ')} TO ${name}`)
    for (const { table, rights } of await listRights(tx)) await tx.query(`GRANT ${rights} ON ${table} TO ${name}`)
  })
}

type Excess = { superuser: boolean; tables: string[] }

/** Whether a role is a superuser, and in which tables it may change rows that a trigger protects. */
export async function findExcessRights(db: Queryable): Promise<Excess> {
  const { rows } = await db.query<Excess>(`
    SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
      ARRAY(SELECT DISTINCT c.relname::text FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
        WHERE t.tgfoid = 'public.refuse_change'::regproc AND NOT c.relispartition
          AND (pg_has_role(c.relowner, 'USAGE') OR (t.tgtype & 16 > 0 AND has_table_privilege(c.oid, 'UPDATE'))
            OR (t.tgtype & 8 > 0 AND has_table_privilege(c.oid, 'DELETE'))) ORDER BY 1) AS tables`)
  return rows[0] ?? { superuser: false, tables: [] }
}

/** The rights of the application's role. Only the owner may use `migrations`. */
async function listRights(tx: Queryable): Promise<{ table: string; rights: string }[]> {
  const { rows } = await tx.query<{ table: string; rights: string }>({
    text: `SELECT c.oid::regclass::text AS table,
        CASE WHEN c.relkind = 'v' THEN 'SELECT' ELSE concat_ws(', ', 'SELECT', 'INSERT',
          CASE WHEN bool_or(t.tgtype & 16 > 0) THEN NULL ELSE 'UPDATE' END,
          CASE WHEN bool_or(t.tgtype & 8 > 0) THEN NULL ELSE 'DELETE' END) END AS rights
      FROM pg_class c
        LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgfoid = 'public.refuse_change'::regproc
      WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace::regnamespace::text = ANY($1) AND c.relname <> 'migrations'
      GROUP BY c.oid`,
    values: [schemas],
  })
  return rows
}

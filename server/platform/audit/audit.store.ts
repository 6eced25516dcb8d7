import type { auditLog, AuditEntry as LoggedEntry } from '@stampus/contract/console/audit'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { AuditAction } from '@stampus/contract/values/auditActions'
import type { Queryable } from '../db/database.ts'
import type { RowOf } from '../db/nested.ts'
import { many, run } from '../db/query.ts'
import { all, parameter, raw, sql } from '../db/sql.ts'

export type Change = { field: string; before: string | null; after: string | null }

export type Actor = { operatorId: number; ownerId?: undefined } | { operatorId: null; ownerId: number }

/** `operatorId` is null on the command line. The deletion of an account blanks `changes`, in a table of their own. */
export type AuditEntry = {
  operatorId: number | null
  ownerId?: number | undefined
  action: AuditAction
  /** By default the word before the dot of `action`. */
  subjectKind?: string
  subjectId: number
  /** By default the fields of `changes`. */
  changedFields?: string[]
  changes?: Change[]
  at: Date
}

/** Adds an entry. Call it in the transaction of the action itself. */
export function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  const { operatorId, ownerId, action, subjectId, changes = [], at } = entry
  const { subjectKind = action.split('.')[0], changedFields = changes.map(({ field }) => field) } = entry
  const values = parameter(changes.length > 0 ? JSON.stringify(changes) : null)
  return run(tx, 'audit.record')`
    WITH entry AS (
      INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id, changed_fields, created_at, owner_id)
      VALUES (${operatorId}, ${action}, ${subjectKind}, ${subjectId}, ${changedFields}, ${at}, ${ownerId}) RETURNING id)
    INSERT INTO audit_values (entry_id, changes) SELECT id, ${values}::jsonb FROM entry WHERE ${values} IS NOT NULL`
}

/** Blanks the values in the entries about these subjects. The entries stay. */
export const blankAuditValues = (tx: Queryable, subjectKind: string, ids: number[]) =>
  run(tx)`
    DELETE FROM audit_values WHERE entry_id IN (
      SELECT id FROM audit_entries WHERE subject_kind = ${subjectKind} AND subject_id = ANY(${ids}::bigint[]))`

/** A kind of record with a name. `removal` recognizes a removed one; `idFields` are values that hold an id of it. */
export type AuditSubject = {
  kind: string
  table: string
  name: string
  removal?: 'row' | 'removed_at'
  idFields?: string[]
}

type AuditLogFilter = ParsedInputOf<typeof auditLog> & { timeZone: string }

export type AuditLogRow = RowOf<LoggedEntry>

function subjectColumns(subjects: AuditSubject[]): string {
  const isGone = ({ kind, removal }: AuditSubject) =>
    removal
      ? [`WHEN '${kind}' THEN ${removal === 'row' ? `${kind}.id IS NULL` : `${kind}.removed_at IS NOT NULL`}`]
      : []
  return `coalesce(${subjects.map(({ kind, name }) => `${kind}.${name}`).join(', ')},
      (SELECT x.before FROM audit_entries r JOIN audit_values w ON w.entry_id = r.id,
        jsonb_to_recordset(w.changes) AS x(field text, before text)
        WHERE r.subject_kind = e.subject_kind AND r.subject_id = e.subject_id
          AND r.action = e.subject_kind || '.removed' AND x.field IN ('name', 'title') LIMIT 1)) AS subject_name,
    CASE e.subject_kind ${subjects.flatMap(isGone).join(' ')} ELSE false END AS subject_gone`
}

function subjectJoins(subjects: AuditSubject[]): string {
  const join = ({ kind, table }: AuditSubject) =>
    `LEFT JOIN ${table} ${kind} ON e.subject_kind = '${kind}' AND ${kind}.id = e.subject_id`
  return subjects.map(join).join(' ')
}

/** The log stores ids; here they become the current names. */
function changesColumn(subjects: AuditSubject[]): string {
  const nameOf = (side: 'before' | 'after') => {
    const whenField = ({ table, name, idFields = [] }: AuditSubject) =>
      idFields.map((field) => `WHEN '${field}' THEN (SELECT ${name} FROM ${table} WHERE id = x.${side}::bigint)`)
    return `coalesce(CASE x.field ${subjects.flatMap(whenField).join(' ')} END, x.${side})`
  }
  return `(SELECT jsonb_agg(jsonb_build_object('field', x.field, 'before', ${nameOf('before')}, 'after', ${nameOf('after')})
      ORDER BY x.place)
    FROM ROWS FROM (jsonb_to_recordset(v.changes) AS (field text, before text, after text))
      WITH ORDINALITY AS x (field, before, after, place)) AS changes`
}

/** The newest `size` entries, or those before an entry. `from` and `to` are days of the time zone. */
export const listAuditEntries = (db: Queryable, subjects: AuditSubject[], filter: AuditLogFilter, size: number) =>
  many<AuditLogRow>(db)`
    SELECT e.id, e.operator_id AS "operator.id", coalesce(o.name, '') AS "operator.name",
      e.owner_id AS "owner.id", coalesce(w.name, '') AS "owner.name", e.action, e.subject_kind, e.subject_id,
      e.changed_fields, e.created_at, ${raw(subjectColumns(subjects))}, ${raw(changesColumn(subjects))}
    FROM (SELECT e.* FROM audit_entries e WHERE ${isFound(filter)}
      ORDER BY e.created_at DESC, e.id DESC LIMIT ${size}) e
    LEFT JOIN operators o ON o.id = e.operator_id
    LEFT JOIN owners w ON w.id = e.owner_id
    LEFT JOIN audit_values v ON v.entry_id = e.id
    ${raw(subjectJoins(subjects))}
    ORDER BY e.created_at DESC, e.id DESC`

function isFound({ timeZone, from, to, ...given }: AuditLogFilter) {
  const midnight = (day: string, plus = 0) => sql`((${day}::date + ${raw(plus)})::timestamp AT TIME ZONE ${timeZone})`
  return all(
    given.operator_id && sql`e.operator_id = ${given.operator_id}`,
    given.group && sql`e.action_group = ${given.group}`,
    given.subject_kind && sql`e.subject_kind = ${given.subject_kind}`,
    given.subject_id && sql`e.subject_id = ${given.subject_id}`,
    from && sql`e.created_at >= ${midnight(from)}`,
    to && sql`e.created_at < ${midnight(to, 1)}`,
    given.before && sql`(e.created_at, e.id) < (SELECT created_at, id FROM audit_entries WHERE id = ${given.before})`,
  )
}

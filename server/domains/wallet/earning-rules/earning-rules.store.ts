import type { EarningRule } from '@stampus/contract/values/money'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, maybeValue, some } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Applies to receipts sent from `starts_at` on, until the next rule starts. */
export type StoredEarningRule = EarningRule & { id: number; starts_at: Date }

const RULE = sql`e.id, e.sen_per_stamp, e.min_stamps AS min_stamps_per_submission,
  e.max_stamps AS max_stamps_per_submission, e.starts_at`

/** The rule of the time when a receipt was sent. */
export async function findEarningRule(db: Queryable, sentAt: Date): Promise<StoredEarningRule> {
  const rule = await maybe<StoredEarningRule>(db, 'earning-rules.find')`
    SELECT ${RULE} FROM earning_rules e WHERE e.starts_at <= ${sentAt} ORDER BY e.starts_at DESC LIMIT 1`
  if (!rule) throw new Error(`No earning rule applies at ${sentAt.toISOString()}`)
  return rule
}

/** Reads all started rules once, and returns a look-up by the time when a receipt was sent. */
export async function openEarningRules(db: Queryable, now: Date): Promise<(sentAt: Date) => EarningRule> {
  const rules = await many<StoredEarningRule>(db, 'earning-rules.started')`
    SELECT ${RULE} FROM earning_rules e WHERE e.starts_at <= ${now} ORDER BY e.starts_at DESC`
  return (sentAt) => {
    const rule = rules.find(({ starts_at }) => starts_at <= sentAt)
    if (!rule) throw new Error(`No earning rule applies at ${sentAt.toISOString()}`)
    const { id: _id, starts_at: _start, ...earns } = rule
    return earns
  }
}

/** `operator` is null for the first one, from the settings. `version` is always 1: a rule is never changed. */
export type AdminEarningRuleRow = StoredEarningRule & { created_at: Date; operator: string | null; version: number }

const ADMIN_RULE = sql`SELECT ${RULE}, e.created_at, o.name AS operator, 1 AS version
  FROM earning_rules e LEFT JOIN operators o ON o.id = e.operator_id`

export const listRules = (db: Queryable, page: number) =>
  many<AdminEarningRuleRow>(db)`${ADMIN_RULE} ORDER BY e.starts_at DESC ${consolePageClause(page)}`

export const findRule = (db: Queryable, id: number) => maybe<AdminEarningRuleRow>(db)`${ADMIN_RULE} WHERE e.id = ${id}`

export type NewEarningRule = EarningRule & { startsAt: Date; operatorId: number | null; at: Date }

/** Undefined if another one starts at the same time. */
export function insertRule(tx: Queryable, rule: NewEarningRule): Promise<number | undefined> {
  const given = insert('earning_rules', {
    sen_per_stamp: rule.sen_per_stamp,
    min_stamps: rule.min_stamps_per_submission,
    max_stamps: rule.max_stamps_per_submission,
    starts_at: rule.startsAt,
    operator_id: rule.operatorId,
    created_at: rule.at,
  })
  return maybeValue(tx)`${given} ON CONFLICT (starts_at) DO NOTHING RETURNING id`
}

export const deleteRule = (tx: Queryable, id: number) => some(tx)`DELETE FROM earning_rules WHERE id = ${id}`

export const hasRules = (db: Queryable) => some(db)`SELECT FROM earning_rules LIMIT 1`

import type { EarningRule } from '@stampus/contract/values/money'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'

/** A stored earning rule. It applies to receipts that were sent from `starts_at` on, until the next rule starts. */
export type StoredEarningRule = EarningRule & { id: number; starts_at: Date }

const RULE = `e.id, e.sen_per_stamp, e.min_stamps AS min_stamps_per_submission,
  e.max_stamps AS max_stamps_per_submission, e.starts_at`

/** The rule for receipts that were sent at this time. */
export async function findEarningRule(db: Queryable, sentAt: Date): Promise<StoredEarningRule> {
  const { rows } = await db.query<StoredEarningRule>({
    name: 'earning-rules.find',
    text: `SELECT ${RULE} FROM earning_rules e WHERE e.starts_at <= $1 ORDER BY e.starts_at DESC LIMIT 1`,
    values: [sentAt],
  })
  const [rule] = rows
  if (!rule) throw new Error(`No earning rule applies at ${sentAt.toISOString()}`)
  return rule
}

/** All rules that have started, the newest first. */
export async function listStartedRules(db: Queryable, now: Date): Promise<StoredEarningRule[]> {
  const { rows } = await db.query<StoredEarningRule>({
    name: 'earning-rules.started',
    text: `SELECT ${RULE} FROM earning_rules e WHERE e.starts_at <= $1 ORDER BY e.starts_at DESC`,
    values: [now],
  })
  return rows
}

/** A rule as managers see it. `operator` is null for the first one, which comes from the settings. */
export type AdminEarningRuleRow = StoredEarningRule & {
  created_at: Date
  operator: string | null
  /** Always 1: a rule is never changed. */
  version: number
}

const ADMIN_RULE = `SELECT ${RULE}, e.created_at, o.name AS operator, 1 AS version
  FROM earning_rules e LEFT JOIN operators o ON o.id = e.operator_id`

/** One console page of all rules, the latest start first. */
export async function listRules(db: Queryable, page: number): Promise<AdminEarningRuleRow[]> {
  const { rows } = await db.query<AdminEarningRuleRow>(
    `${ADMIN_RULE} ORDER BY e.starts_at DESC ${consolePageClause(page)}`,
  )
  return rows
}

export async function findRule(db: Queryable, id: number): Promise<AdminEarningRuleRow | undefined> {
  const { rows } = await db.query<AdminEarningRuleRow>({ text: `${ADMIN_RULE} WHERE e.id = $1`, values: [id] })
  return rows[0]
}

export type NewEarningRule = EarningRule & { startsAt: Date; operatorId: number | null; at: Date }

/** Inserts a rule and returns its id. Undefined if another one starts at the same time. */
export async function insertRule(tx: Queryable, rule: NewEarningRule): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO earning_rules (sen_per_stamp, min_stamps, max_stamps, starts_at, operator_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (starts_at) DO NOTHING RETURNING id`,
    values: [
      rule.sen_per_stamp,
      rule.min_stamps_per_submission,
      rule.max_stamps_per_submission,
      rule.startsAt,
      rule.operatorId,
      rule.at,
    ],
  })
  return rows[0]?.id
}

/** Deletes a rule that has not started. False if it is gone. */
export async function deleteRule(tx: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await tx.query({ text: 'DELETE FROM earning_rules WHERE id = $1', values: [id] })
  return rowCount === 1
}

/** Whether there is any rule. */
export async function hasRules(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>('SELECT EXISTS (SELECT FROM earning_rules) AS has')
  return rows[0]?.has ?? false
}

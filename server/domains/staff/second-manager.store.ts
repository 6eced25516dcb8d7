import type { Queryable } from '../../platform/db/database.ts'
import { isTied, type MoneyOwners } from './confirmers.store.ts'

/** What two managers decide, about money or an account of staff: of which thing, and what exactly. */
export type Matter = MoneyOwners & {
  kind:
    | 'dispute'
    | 'payment'
    | 'new_reward'
    | 'reward'
    | 'earning_rule'
    | 'staff_link'
    | 'staff_second_factor'
    | 'staff_merchants'
  subjectId: number
  /** The statement, reward or operator whose audit entries it belongs to; null for what does not exist yet. */
  recordId: number | null
  asked: Record<string, string | number | null>
  operatorId: number
}

/** The managers other than this one who asked for exactly this after `since` and may still decide, and locks what they asked. */
export async function lockAskers(
  tx: Queryable,
  { kind, subjectId, asked, operatorId, merchantIds, memberId, accountId, since }: Matter & { since: Date },
): Promise<{ id: number; askedBy: number }[]> {
  const { rows } = await tx.query<{ id: number; askedBy: number }>({
    text: `SELECT s.id, s.asked_by AS "askedBy" FROM second_signatures s JOIN operators o ON o.id = s.asked_by
      WHERE s.kind = $1 AND s.subject_id = $2 AND s.asked = $3::jsonb AND s.asked_by <> $4 AND s.asked_at > $5
        AND s.confirmed_at IS NULL AND o.removed_at IS NULL AND o.role = 'manager'
        AND NOT ${isTied('$6', '$7')} AND o.id IS DISTINCT FROM $8
      ORDER BY s.id FOR UPDATE OF s`,
    values: [kind, subjectId, JSON.stringify(asked), operatorId, since, merchantIds, memberId, accountId ?? null],
  })
  return rows
}

/**
 * Notes who confirmed what was asked. What else was asked about the same thing is settled by that, and deleted; a new reward and an earning
 * rule do not exist yet, so about them it is only what was exactly the same.
 */
export async function markConfirmed(
  tx: Queryable,
  { id, operatorId, at }: { id: number; operatorId: number; at: Date },
): Promise<void> {
  await tx.query({
    text: `WITH settled AS (DELETE FROM second_signatures s USING second_signatures c
        WHERE c.id = $1 AND s.kind = c.kind AND s.subject_id = c.subject_id AND s.id <> c.id AND s.confirmed_at IS NULL
          AND (s.asked = c.asked OR s.kind NOT IN ('new_reward', 'earning_rule')))
      UPDATE second_signatures SET confirmed_by = $2, confirmed_at = $3 WHERE id = $1`,
    values: [id, operatorId, at],
  })
}

/** Notes what a manager asks for, in place of what they asked about the same thing before. False if that was exactly the same. */
export async function insertAsked(
  db: Queryable,
  { kind, subjectId, asked, operatorId }: Matter,
  at: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean }>({
    text: `WITH former AS (DELETE FROM second_signatures
        WHERE kind = $1 AND subject_id = $2 AND asked_by = $4 AND confirmed_at IS NULL RETURNING asked)
      INSERT INTO second_signatures (kind, subject_id, asked, asked_by, asked_at) VALUES ($1, $2, $3::jsonb, $4, $5)
      RETURNING NOT EXISTS (SELECT FROM former f WHERE f.asked = $3::jsonb) AS "isNew"`,
    values: [kind, subjectId, JSON.stringify(asked), operatorId, at],
  })
  return rows[0]?.isNew ?? false
}

/** Deletes what was asked before `before`, confirmed or not. */
export async function deleteOldAsked(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM second_signatures WHERE asked_at <= $1', values: [before] })
  return rowCount ?? 0
}

import type { Queryable } from '../../platform/db/database.ts'
import { many, rowCount, run, value } from '../../platform/db/query.ts'
import { parameter } from '../../platform/db/sql.ts'
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

/** Locks what other managers who may still decide asked for after `since`, if it is exactly this. */
export const lockAskers = (
  tx: Queryable,
  { kind, subjectId, asked, operatorId, merchantIds, memberId, accountId, since }: Matter & { since: Date },
) =>
  many<{ id: number; askedBy: number }>(tx)`
    SELECT s.id, s.asked_by AS "askedBy" FROM second_signatures s JOIN operators o ON o.id = s.asked_by
    WHERE s.kind = ${kind} AND s.subject_id = ${subjectId} AND s.asked = ${JSON.stringify(asked)}::jsonb
      AND s.asked_by <> ${operatorId} AND s.asked_at > ${since}
      AND s.confirmed_at IS NULL AND o.removed_at IS NULL AND o.role = 'manager'
      AND NOT ${isTied(merchantIds, memberId)} AND o.id IS DISTINCT FROM ${accountId ?? null}
    ORDER BY s.id FOR UPDATE OF s`

/** Deletes what else was asked about it. What does not exist yet has only what was exactly the same. */
export function markConfirmed(tx: Queryable, confirmed: { id: number; operatorId: number; at: Date }): Promise<void> {
  const id = parameter(confirmed.id)
  return run(tx)`
    WITH settled AS (DELETE FROM second_signatures s USING second_signatures c
      WHERE c.id = ${id} AND s.kind = c.kind AND s.subject_id = c.subject_id AND s.id <> c.id AND s.confirmed_at IS NULL
        AND (s.asked = c.asked OR s.kind NOT IN ('new_reward', 'earning_rule')))
    UPDATE second_signatures SET confirmed_by = ${confirmed.operatorId}, confirmed_at = ${confirmed.at}
    WHERE id = ${id}`
}

/** Replaces what the manager asked about the same thing before. False if that was exactly the same. */
export function insertAsked(db: Queryable, matter: Matter, at: Date): Promise<boolean> {
  const [kind, subjectId, operatorId] = [
    parameter(matter.kind),
    parameter(matter.subjectId),
    parameter(matter.operatorId),
  ]
  const asked = parameter(JSON.stringify(matter.asked))
  return value<boolean>(db)`
    WITH former AS (DELETE FROM second_signatures WHERE kind = ${kind} AND subject_id = ${subjectId}
      AND asked_by = ${operatorId} AND confirmed_at IS NULL RETURNING asked)
    INSERT INTO second_signatures (kind, subject_id, asked, asked_by, asked_at)
    VALUES (${kind}, ${subjectId}, ${asked}::jsonb, ${operatorId}, ${at})
    RETURNING NOT EXISTS (SELECT FROM former f WHERE f.asked = ${asked}::jsonb)`
}

export const deleteOldAsked = (db: Queryable, before: Date) =>
  rowCount(db)`DELETE FROM second_signatures WHERE asked_at <= ${before}`

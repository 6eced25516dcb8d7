import type { Queryable } from '../../../platform/db/database.ts'

/** A waiting receipt whose decision a manager took back: over an appeal or by a reversal, with what was said before. */
export type Reopened = {
  by: 'appeal' | 'reversal'
  operator: string
  reopened_at: Date
  /** The answer to the appeal, or the reason of the reversal. */
  words: string
  appeal_message: string | null
  appealed_at: Date
  status: 'approved' | 'rejected'
  reason: string | null
  notes: string | null
  decided_by: string
  decided_at: Date
}

/** Those of these submissions that wait again because a manager took their latest decision back. */
export async function findReopened(db: Queryable, ids: number[]): Promise<Map<number, Reopened>> {
  const { rows } = await db.query<Reopened & { id: number }>({
    name: 'desk.reopened',
    text: `SELECT DISTINCT ON (s.id) s.id, back.by, o.name AS operator, back.created_at AS reopened_at, back.words,
             p.message AS appeal_message, p.created_at AS appealed_at,
             d.status, d.reason, d.notes, m.name AS decided_by, d.created_at AS decided_at
           FROM submissions s
           JOIN (
             SELECT a.submission_id, 'appeal' AS by, r.operator_id, r.created_at, r.answer AS words
             FROM appeals a JOIN appeal_answers r ON r.appeal_id = a.id
             WHERE a.submission_id = ANY($1) AND r.outcome = 'reopened'
             UNION ALL
             SELECT v.submission_id, 'reversal', v.operator_id, v.created_at, v.reason
             FROM reversals v WHERE v.submission_id = ANY($1) AND v.status = 'pending'
           ) back ON back.submission_id = s.id
           JOIN operators o ON o.id = back.operator_id
           JOIN decisions d ON d.submission_id = s.id
           JOIN decision_undos u ON u.decision_id = d.id AND u.created_at = back.created_at
           JOIN operators m ON m.id = d.operator_id
           LEFT JOIN appeals p ON p.submission_id = s.id
           WHERE s.id = ANY($1) AND s.status = 'pending'
           ORDER BY s.id, back.created_at DESC, back.by`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

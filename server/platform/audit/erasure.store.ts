import type { Queryable } from '../db/database.ts'

/** Blanks what stood before and after in entries about a member and their submissions; the entries stay (D-55). */
export async function blankValues(tx: Queryable, userId: number): Promise<void> {
  await tx.query({
    text: `DELETE FROM audit_values WHERE entry_id IN (
        SELECT id FROM audit_entries WHERE subject_kind = 'member' AND subject_id = $1
        UNION ALL SELECT e.id FROM audit_entries e JOIN submissions s ON s.id = e.subject_id
          WHERE e.subject_kind = 'submission' AND s.user_id = $1)`,
    values: [userId],
  })
}

import type { Queryable } from '../../platform/db/database.ts'

/**
 * Removes what reviewers wrote about a member's submissions, when the account is deleted. Waiting confirmation
 * requests lapse. Decisions and the outcomes of disagreements stay.
 */
export async function eraseReviewNotes(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query({
    text: "UPDATE confirmations SET state = 'lapsed', closed_at = $2 WHERE user_id = $1 AND state = 'waiting'",
    values: [userId, now],
  })
  for (const text of [
    "UPDATE escalations e SET note = '' FROM submissions s WHERE s.id = e.submission_id AND s.user_id = $1",
    `DELETE FROM settlement_notes n USING spot_check_verdicts v, decisions d, submissions s
      WHERE v.id = n.verdict_id AND d.id = v.decision_id AND s.id = d.submission_id AND s.user_id = $1`,
    "UPDATE confirmations SET request = '{}', answer = NULL WHERE user_id = $1",
    'DELETE FROM leases l USING submissions s WHERE s.id = l.submission_id AND s.user_id = $1',
    'DELETE FROM skips k USING submissions s WHERE s.id = k.submission_id AND s.user_id = $1',
  ])
    await tx.query({ text, values: [userId] })
}

import type { Queryable } from '../../platform/db/database.ts'

/**
 * Blanks the texts of a deleted member's cases, those of operators too, and closes the cases. Times and subjects stay under the
 * id. Returns the ids of the cases.
 */
export async function eraseCases(tx: Queryable, userId: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `UPDATE cases SET state = 'closed', waiting_since = NULL, version = version + 1 WHERE user_id = $1 RETURNING id`,
    values: [userId],
  })
  await tx.query({
    // With a space, which no key of a request has, so that it meets none of them.
    text: `UPDATE case_messages x SET message = '', idempotency_key = 'message ' || x.id
      FROM cases c WHERE c.id = x.case_id AND c.user_id = $1`,
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

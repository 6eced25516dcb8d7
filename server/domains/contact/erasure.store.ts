import type { Queryable } from '../../platform/db/database.ts'
import { run, values } from '../../platform/db/query.ts'

/** Blanks all texts of a deleted member's cases, operators' too, and closes them. Returns their ids. */
export async function eraseCases(tx: Queryable, userId: number): Promise<number[]> {
  const closed = await values(tx)`
    UPDATE cases SET state = 'closed', waiting_since = NULL, version = version + 1 WHERE user_id = ${userId}
    RETURNING id`
  // With a space in the key, which no key of a request has, so that it meets none of them.
  await run(tx)`
    UPDATE case_messages x SET message = '', idempotency_key = 'message ' || x.id
    FROM cases c WHERE c.id = x.case_id AND c.user_id = ${userId}`
  return closed
}

import type { Queryable } from '../../../platform/db/database.ts'

/** Blanks what operators and the member's apps wrote into a member's vouchers, and returns the ids of all of them. */
export async function eraseTexts(tx: Queryable, userId: number): Promise<number[]> {
  await tx.query({
    text: `UPDATE voucher_reasons r SET reason = '' FROM voucher_events e, vouchers v
      WHERE e.id = r.event_id AND v.id = e.voucher_id AND v.user_id = $1`,
    values: [userId],
  })
  const { rows } = await tx.query<{ id: number }>({
    // With a space, which no key of a request has, so that it meets none of them.
    text: "UPDATE vouchers SET idempotency_key = 'voucher ' || id WHERE user_id = $1 RETURNING id",
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

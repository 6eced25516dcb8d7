import type { Queryable } from '../../../platform/db/database.ts'

/** Blanks what operators wrote about a member's vouchers, and returns the ids of all their vouchers. */
export async function eraseReasons(tx: Queryable, userId: number): Promise<number[]> {
  await tx.query({
    text: `UPDATE voucher_reasons r SET reason = '' FROM voucher_events e, vouchers v
      WHERE e.id = r.event_id AND v.id = e.voucher_id AND v.user_id = $1`,
    values: [userId],
  })
  const { rows } = await tx.query<{ id: number }>({
    text: 'SELECT id FROM vouchers WHERE user_id = $1',
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

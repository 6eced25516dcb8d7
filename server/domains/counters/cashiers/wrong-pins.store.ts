import type { Queryable } from '../../../platform/db/database.ts'

type OnPhone = { phoneId: number; cashierId: number }

/**
 * Counts a try of a cashier's PIN on a phone before it is compared, so that parallel tries cannot pass the limit. The try number
 * `max` locks the cashier there until `lockedUntil`. Returns undefined, or until when the cashier is locked already.
 */
export async function countTry(
  db: Queryable,
  { phoneId, cashierId, max, now, lockedUntil }: OnPhone & { max: number; now: Date; lockedUntil: Date },
): Promise<Date | undefined> {
  const { rows } = await db.query<{ counted: boolean; locked_until: Date | null }>({
    text: `WITH counted AS (
        INSERT INTO wrong_pins AS w (phone_id, cashier_id, tries) VALUES ($1, $2, 1)
        ON CONFLICT (phone_id, cashier_id) DO UPDATE SET
          tries = CASE WHEN w.locked_until IS NULL THEN w.tries + 1 ELSE 1 END,
          locked_until = CASE WHEN w.locked_until IS NULL AND w.tries + 1 >= $3 THEN $5::timestamptz END
        WHERE w.locked_until IS NULL OR w.locked_until <= $4
        RETURNING 1)
      SELECT EXISTS (SELECT FROM counted) AS counted, (SELECT locked_until FROM wrong_pins
        WHERE phone_id = $1 AND cashier_id = $2) AS locked_until`,
    values: [phoneId, cashierId, max, now, lockedUntil],
  })
  const [row] = rows
  return row?.counted ? undefined : (row?.locked_until ?? lockedUntil)
}

/** Takes back a counted try whose PIN was not compared, with the lock that it may have set. */
export async function uncountTry(db: Queryable, { phoneId, cashierId }: OnPhone): Promise<void> {
  await db.query({
    text: `UPDATE wrong_pins SET tries = greatest(tries - 1, 0), locked_until = NULL
      WHERE phone_id = $1 AND cashier_id = $2`,
    values: [phoneId, cashierId],
  })
}

/** A right PIN: forgets the tries of the cashier on the phone. */
export async function forgetTries(tx: Queryable, { phoneId, cashierId }: OnPhone): Promise<void> {
  await tx.query({
    text: 'DELETE FROM wrong_pins WHERE phone_id = $1 AND cashier_id = $2',
    values: [phoneId, cashierId],
  })
}

/** Deletes the tries whose lock is over, and those on removed phones or of removed cashiers. Returns how many. */
export async function deleteOldTries(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `DELETE FROM wrong_pins w WHERE w.locked_until <= $1
      OR EXISTS (SELECT FROM phones p WHERE p.id = w.phone_id AND p.removed_at IS NOT NULL)
      OR EXISTS (SELECT FROM cashiers c WHERE c.id = w.cashier_id AND c.removed_at IS NOT NULL)`,
    values: [now],
  })
  return rowCount ?? 0
}

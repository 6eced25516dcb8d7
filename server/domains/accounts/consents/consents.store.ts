import type { Supplements } from '@stampus/contract/rewards/consents'
import type { Queryable } from '../../../platform/db/database.ts'

type Member = { userId: number }

/** Records that a member accepts these supplements. Those accepted before keep their time. */
export async function insertConsents(
  db: Queryable,
  { userId, supplements, at }: Member & { supplements: Supplements; at: Date },
): Promise<void> {
  await db.query({
    name: 'consents.insert',
    text: `INSERT INTO consents (user_id, page, supplement, accepted_at)
      VALUES ($1, 'terms', $2, $4), ($1, 'privacy', $3, $4) ON CONFLICT DO NOTHING`,
    values: [userId, supplements.terms, supplements.privacy, at],
  })
}

/** Whether a member has accepted at least these supplements. */
export async function hasConsented(
  db: Queryable,
  { userId, supplements }: Member & { supplements: Supplements },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'consents.has',
    text: `SELECT FROM consents WHERE user_id = $1
      HAVING bool_or(page = 'terms' AND supplement >= $2) AND bool_or(page = 'privacy' AND supplement >= $3)`,
    values: [userId, supplements.terms, supplements.privacy],
  })
  return rowCount === 1
}

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

/** SQL: whether member $1 has accepted at least these supplements. */
export function consentedSql(terms: string, privacy: string): string {
  return `(SELECT coalesce(bool_or(c.page = 'terms' AND c.supplement >= ${terms}), false)
    AND coalesce(bool_or(c.page = 'privacy' AND c.supplement >= ${privacy}), false)
    FROM consents c WHERE c.user_id = $1)`
}

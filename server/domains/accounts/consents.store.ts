import type { Supplements } from '@stampus/contract/rewards/consents'
import type { Queryable } from '../../platform/db/database.ts'
import { run } from '../../platform/db/query.ts'
import { parameter, type Sql, sql } from '../../platform/db/sql.ts'

type Consent = { userId: number; supplements: Supplements; at: Date }

/** Records that a member accepts these supplements. Those accepted before keep their time. */
export function insertConsents(db: Queryable, { userId, supplements, at }: Consent): Promise<void> {
  const [member, now] = [parameter(userId), parameter(at)]
  return run(db, 'consents.insert')`
    INSERT INTO consents (user_id, page, supplement, accepted_at)
    VALUES (${member}, 'terms', ${supplements.terms}, ${now}), (${member}, 'privacy', ${supplements.privacy}, ${now})
    ON CONFLICT DO NOTHING`
}

type Versions = { [Page in keyof Supplements]: number | Sql }

export const hasConsented = (userId: unknown, { terms, privacy }: Versions) => sql`(
  SELECT coalesce(bool_or(c.page = 'terms' AND c.supplement >= ${terms}), false)
    AND coalesce(bool_or(c.page = 'privacy' AND c.supplement >= ${privacy}), false)
  FROM consents c WHERE c.user_id = ${userId})`

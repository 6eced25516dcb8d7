import type { ReasonCode } from '@stampus/contract/reasons'
import type { Queryable } from '../../../platform/db/database.ts'

/** So many of the latest decisions are counted: what is common changes with the seasons, and counting all would cost more every day. */
const LATEST = 5000

/** The codes of the latest rejections, the commonest first. */
export async function findCommonReasons(db: Queryable): Promise<ReasonCode[]> {
  const { rows } = await db.query<{ reason_code: ReasonCode }>({
    text: `SELECT reason_code
      FROM (SELECT reason_code FROM decisions ORDER BY id DESC LIMIT ${LATEST}) latest
      WHERE reason_code IS NOT NULL
      GROUP BY reason_code ORDER BY count(*) DESC, reason_code`,
  })
  return rows.map(({ reason_code }) => reason_code)
}

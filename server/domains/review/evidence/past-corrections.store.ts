import type { Queryable } from '../../../platform/db/database.ts'

/** How often reviewers corrected what a member typed on other receipts; what was taken back does not count. Amounts in sen. */
export type Corrected = {
  receipts: number
  lowered: number
  lowered_sen: number
  raised: number
  raised_sen: number
  /** The lowered amounts within 60 days of the receipt at hand. */
  lowered_lately: number
  lowered_lately_sen: number
}

const DAYS = 60

/** For each of these receipts what was corrected on the others of its member; without an entry where nothing was. */
export async function findCorrected(db: Queryable, ids: number[]): Promise<Map<number, Corrected>> {
  const { rows } = await db.query<Corrected & { id: number }>({
    name: 'desk.corrected',
    text: `SELECT id, count(DISTINCT other_id) AS receipts,
             count(*) FILTER (WHERE less > 0) AS lowered,
             coalesce(sum(less) FILTER (WHERE less > 0), 0)::bigint AS lowered_sen,
             count(*) FILTER (WHERE less < 0) AS raised,
             coalesce(-sum(less) FILTER (WHERE less < 0), 0)::bigint AS raised_sen,
             count(*) FILTER (WHERE less > 0 AND is_late) AS lowered_lately,
             coalesce(sum(less) FILTER (WHERE less > 0 AND is_late), 0)::bigint AS lowered_lately_sen
           FROM (
             SELECT s.id, o.id AS other_id,
               CASE WHEN c.field = 'purchase_amount' THEN ((c.typed::numeric - c.corrected::numeric) * 100)::bigint END AS less,
               d.created_at BETWEEN s.created_at - interval '${DAYS} days' AND s.created_at + interval '${DAYS} days' AS is_late
             FROM submissions s
             JOIN submissions o ON o.user_id = s.user_id AND o.id <> s.id
             JOIN corrections c ON c.submission_id = o.id
             JOIN decisions d ON d.id = c.decision_id
             WHERE s.id = ANY($1) AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
           ) corrected
           GROUP BY id`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

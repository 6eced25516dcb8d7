import type { Queryable } from '../../../platform/db/database.ts'

/** What a spot check shows of a receipt beside the facts that were typed, with the merchant that it was typed for. */
type CheckedRow = {
  created_at: Date
  picture_key: string | null
  placeholder: string | null
  width: number
  height: number
  merchant: { id: number; name: string; address: string; category: string }
}

export async function findChecked(
  db: Queryable,
  asked: { submissionId: number; merchantId: number },
): Promise<CheckedRow | undefined> {
  const { rows } = await db.query<CheckedRow>({
    name: 'checks.show',
    text: `SELECT s.created_at, s.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height,
             json_build_object('id', m.id, 'name', m.name, 'address', m.address, 'category', c.name) AS merchant
           FROM submissions s JOIN merchants m ON m.id = $2 JOIN categories c ON c.id = m.category_id
           WHERE s.id = $1`,
    values: [asked.submissionId, asked.merchantId],
  })
  return rows[0]
}

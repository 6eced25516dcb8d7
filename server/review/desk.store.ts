import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../db/database.ts'

/** A submission with all that the review desk shows of it; the lease is the asking operator's own. */
export type DeskRow = {
  id: number
  status: Status
  purchase_date: string
  amount_sen: number
  invoice_no: string
  created_at: Date
  /** Null, as its placeholder, once the member's account was deleted. */
  picture_key: string | null
  placeholder: string | null
  picture_width: number
  picture_height: number
  member_id: number
  member_name: string
  member_email: string
  member_since: Date
  merchant_id: number
  merchant_name: string
  merchant_address: string
  category: string
  lease_expires_at: Date | null
  decision_status: Exclude<Status, 'pending'> | null
  reason: string | null
  notes: string | null
  decision_stamps: number
  decided_by: number
  decided_by_name: string
  decided_at: Date
}

/** Submissions as an operator sees them at an instant, in no order. At most one decision of a submission stands. */
export async function findDeskRows(
  db: Queryable,
  { ids, operatorId, now }: { ids: number[]; operatorId: number; now: Date },
): Promise<DeskRow[]> {
  const { rows } = await db.query<DeskRow>({
    name: 'desk.show',
    text: `SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.created_at, s.picture_key, s.placeholder,
             s.picture_width, s.picture_height, u.id AS member_id, u.name AS member_name, u.email AS member_email,
             u.created_at AS member_since, m.id AS merchant_id, m.name AS merchant_name, m.address AS merchant_address,
             c.name AS category, l.expires_at AS lease_expires_at, d.status AS decision_status, d.reason, d.notes,
             d.stamps AS decision_stamps, o.id AS decided_by, o.name AS decided_by_name, d.created_at AS decided_at
           FROM submissions s
           JOIN users u ON u.id = s.user_id
           JOIN merchants m ON m.id = s.merchant_id
           JOIN categories c ON c.id = m.category_id
           LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id = $2 AND l.expires_at > $3
           LEFT JOIN decisions d ON d.submission_id = s.id
             AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)
           LEFT JOIN operators o ON o.id = d.operator_id
           WHERE s.id = ANY($1)`,
    values: [ids, operatorId, now],
  })
  return rows
}

/** Another submission that shares the invoice or the file with the one at hand. */
export type Likeness = {
  id: number
  status: Status
  sent_at: Date
  same_member: boolean
  same_invoice: boolean
  same_file: boolean
}

/** For each of these the latest other submissions of the same merchant and invoice number (any date), or of the same file; 20 at most. */
export async function findLikenesses(db: Queryable, ids: number[]): Promise<Map<number, Likeness[]>> {
  const { rows } = await db.query<Likeness & { of: number }>({
    name: 'desk.likenesses',
    text: `SELECT s.id AS of, t.id, t.status, t.created_at AS sent_at, t.user_id = s.user_id AS same_member,
             t.merchant_id = s.merchant_id AND t.invoice_key = s.invoice_key AS same_invoice,
             t.file_sha256 = s.file_sha256 AS same_file
           FROM submissions s
           JOIN LATERAL (
             SELECT * FROM (
               SELECT i.* FROM submissions i WHERE i.merchant_id = s.merchant_id AND i.invoice_key = s.invoice_key
               UNION
               SELECT f.* FROM submissions f WHERE f.file_sha256 = s.file_sha256
             ) alike WHERE alike.id <> s.id ORDER BY alike.id DESC LIMIT 20
           ) t ON true
           WHERE s.id = ANY($1)
           ORDER BY s.id, t.id DESC`,
    values: [ids],
  })
  return Map.groupBy(rows, ({ of }) => of)
}

/** How many receipts wait for a decision, open or not. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'desk.waiting',
    text: "SELECT count(*) AS waiting FROM submissions WHERE status = 'pending'",
  })
  return rows[0]?.waiting ?? 0
}

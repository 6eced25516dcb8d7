import type { Appeal, Status } from '@stampus/contract/submissions'
import type { Queryable } from '../db/database.ts'

/** A submission as its owner may see it. Its pictures are there: they go with the account, and nobody owns it then. */
export type OwnSubmission = {
  id: number
  status: Status
  purchase_date: string
  amount_sen: number
  invoice_no: string
  picture_key: string
  thumb_key: string
  placeholder: string
  rejection_reason: string | null
  admin_notes: string | null
  stamps: number
  decided_at: Date | null
  created_at: Date
  merchant_id: number
  merchant_name: string
  merchant_address: string
  merchant_slug: string
  logo_key: string | null
  logo_placeholder: string | null
  appeal_message: string | null
  appealed_at: Date | null
  appeal_outcome: Appeal['outcome']
  appeal_answer: string | null
  appeal_answered_at: Date | null
}

/** One page of a member's own; pages count from 1. */
export type OwnPage = { userId: number; status: Status | undefined; sort: 'asc' | 'desc'; page: number; size: number }

const OWN = `
  SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.picture_key, s.thumb_key, s.placeholder,
    s.rejection_reason, s.admin_notes, s.stamps, s.decided_at, s.created_at,
    m.id AS merchant_id, m.name AS merchant_name, m.address AS merchant_address, m.slug AS merchant_slug,
    m.logo_key, m.logo_placeholder, a.message AS appeal_message, a.created_at AS appealed_at,
    r.outcome AS appeal_outcome, r.answer AS appeal_answer, r.created_at AS appeal_answered_at
  FROM submissions s
  JOIN merchants m ON m.id = s.merchant_id
  LEFT JOIN appeals a ON a.submission_id = s.id
  LEFT JOIN appeal_answers r ON r.appeal_id = a.id
  WHERE s.picture_key IS NOT NULL`

export async function findOwn(db: Queryable, userId: number, id: number): Promise<OwnSubmission | undefined> {
  const { rows } = await db.query<OwnSubmission>({
    name: 'submissions.show',
    text: `${OWN} AND s.user_id = $1 AND s.id = $2`,
    values: [userId, id],
  })
  return rows[0]
}

/** The rows of a page and, where there is one, the first row of the next. */
export async function listOwn(db: Queryable, asked: OwnPage): Promise<OwnSubmission[]> {
  const { rows } = await db.query<OwnSubmission>(listStatement(asked))
  return rows
}

/** The first page, which is the hot one, has no OFFSET; every text has a name of its own. */
function listStatement({ userId, status, sort, page, size }: OwnPage) {
  const values: unknown[] = [userId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const ofStatus = status ? ` AND s.status = ${parameter(status)}` : ''
  const offset = page > 1 ? ` OFFSET ${parameter((page - 1) * size)}` : ''
  const parts = ['submissions.own', sort, size, ...(status ? ['status'] : []), ...(page > 1 ? ['later'] : [])]
  return {
    name: parts.join('.'),
    text: `${OWN} AND s.user_id = $1${ofStatus} ORDER BY s.created_at ${sort}, s.id ${sort} LIMIT ${size + 1}${offset}`,
    values,
  }
}

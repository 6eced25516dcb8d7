import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../db/database.ts'
import { TIED } from '../submissions/ties.store.ts'

export type DisagreementRow = {
  id: number
  submission_id: number
  merchant: string
  amount_sen: number
  status: Status
  first_operator: string
  first_status: Status
  first_reason: string | null
  first_code: ReasonCode | null
  first_at: Date
  second_operator: string
  second_status: Status
  second_code: ReasonCode | null
  second_at: Date
}

/**
 * A page from 1 of the second looks that came to another end, the newest first, and one of the next page where there is
 * one; without receipts tied to the operator.
 */
export async function listDisagreements(
  db: Queryable,
  { operatorId, page, size }: { operatorId: number; page: number; size: number },
): Promise<DisagreementRow[]> {
  const { rows } = await db.query<DisagreementRow>({
    text: `SELECT v.decision_id AS id, s.id AS submission_id, m.name AS merchant, s.amount_sen, s.status,
             o.name AS first_operator, d.status AS first_status, d.reason AS first_reason, d.reason_code AS first_code,
             d.created_at AS first_at, c.name AS second_operator, v.status AS second_status,
             v.reason_code AS second_code, v.created_at AS second_at
           FROM spot_check_verdicts v
           JOIN decisions d ON d.id = v.decision_id
           JOIN operators o ON o.id = d.operator_id
           JOIN operators c ON c.id = v.operator_id
           JOIN submissions s ON s.id = d.submission_id
           JOIN merchants m ON m.id = s.merchant_id
           WHERE NOT v.agrees AND NOT ${TIED}
           ORDER BY v.created_at DESC, v.decision_id DESC LIMIT $2 OFFSET $3`,
    values: [operatorId, size + 1, (page - 1) * size],
  })
  return rows
}

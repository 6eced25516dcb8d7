import { UNDO_MS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/money'
import type { ReviewItem } from '@stampus/contract/review'
import type { Deps } from '../deps.ts'
import { pictureUrl } from '../files/files.routes.ts'
import { notFound } from '../http/refusal.ts'
import { stampsFor } from '../wallet/wallet.ts'
import { type DeskRow, findDeskRows, findLikenesses, type Likeness } from './desk.store.ts'
import { signalsFor } from './signals.ts'

/** Submissions as one operator's desk shows them, each to be asked for by its id; 404 for one that is not there. */
export async function itemsOf(deps: Deps, operatorId: number, ids: number[]): Promise<(id: number) => ReviewItem> {
  const { pool } = deps.db
  const rows = await findDeskRows(pool, { ids, operatorId, now: deps.now() })
  const likenesses = await findLikenesses(pool, ids)
  const items = new Map(rows.map((row) => [row.id, presentItem(deps, operatorId, row, likenesses.get(row.id))]))
  return (id) => {
    const item = items.get(id)
    if (!item) throw notFound()
    return item
  }
}

/** Only the maker of its decision sees how long it may be undone. */
function presentItem(deps: Deps, operatorId: number, row: DeskRow, likenesses: Likeness[] = []): ReviewItem {
  const { config, now } = deps
  return {
    id: row.id,
    status: row.status,
    purchase_date: row.purchase_date,
    purchase_amount: decimalAmount(row.amount_sen),
    invoice_no: row.invoice_no,
    created_at: row.created_at.toISOString(),
    picture: row.picture_key === null ? null : presentPicture(deps, row, row.picture_key),
    member: {
      id: row.member_id,
      name: row.member_name,
      email: row.member_email,
      created_at: row.member_since.toISOString(),
    },
    merchant: {
      id: row.merchant_id,
      name: row.merchant_name,
      address: row.merchant_address,
      category: row.category,
    },
    stamps_on_approval: stampsFor(row.amount_sen, config),
    signals: signalsFor(row, likenesses, config),
    lease_expires_at: row.lease_expires_at?.toISOString() ?? null,
    decision: presentDecision(row, operatorId, now()),
  }
}

function presentPicture({ config, now }: Deps, row: DeskRow, key: string): ReviewItem['picture'] {
  return {
    url: pictureUrl(config.APP_KEY, key, now()),
    placeholder: row.placeholder,
    width: row.picture_width,
    height: row.picture_height,
  }
}

function presentDecision(row: DeskRow, operatorId: number, now: Date): ReviewItem['decision'] {
  if (!row.decision_status) return null
  const left = row.decided_at.getTime() + UNDO_MS - now.getTime()
  return {
    status: row.decision_status,
    reason: row.reason,
    notes: row.notes,
    stamps: row.decision_stamps,
    operator: row.decided_by_name,
    decided_at: row.decided_at.toISOString(),
    undo_left_ms: row.decided_by === operatorId ? Math.max(0, left) : null,
  }
}

import { UNDO_MS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/money'
import {
  decide,
  type ReviewItem,
  releaseLease,
  renewLease,
  showItem,
  takeNext,
  undoDecision,
} from '@stampus/contract/review'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { pictureUrl } from '../files/files.routes.ts'
import { notFound } from '../http/refusal.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { stampsFor } from '../wallet/wallet.ts'
import { countWaiting, type DeskRow, findDeskRows, findLikenesses, type Likeness } from './desk.store.ts'
import { openNext, release, renew } from './leases.ts'
import * as review from './review.ts'
import { signalsFor } from './signals.ts'

/** The review desk of the console (D-51). */
export function reviewRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  const waiting = () => countWaiting(deps.db.pool)
  serveAll(
    app,
    serving,
    { takeNext, showItem, renewLease, releaseLease, decide, undoDecision },
    {
      takeNext: async (input, { caller }) => {
        const id = await openNext(deps, caller.id, input.after_id)
        return { data: id === undefined ? null : await item(deps, id, caller.id), waiting: await waiting() }
      },
      showItem: async ({ id }, { caller }) => ({ data: await item(deps, id, caller.id) }),
      renewLease: async ({ id }, { caller }) => {
        await renew(deps, caller.id, id)
        return { data: await item(deps, id, caller.id) }
      },
      releaseLease: async ({ id }, { caller }) => {
        await release(deps, caller.id, id)
        return { waiting: await waiting() }
      },
      decide: async (verdict, { caller }) => {
        await review.decide(deps, caller.id, verdict)
        return { data: await item(deps, verdict.id, caller.id) }
      },
      undoDecision: async ({ id }, { caller }) => {
        await review.undoDecision(deps, caller.id, id)
        return { data: await item(deps, id, caller.id), waiting: await waiting() }
      },
    },
  )
}

/** A submission as one operator's desk shows it; only the maker of its decision sees how long it may be undone. */
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

/** Submissions as one operator's desk shows them, by their ids. */
export async function itemsOf(deps: Deps, operatorId: number, ids: number[]): Promise<Map<number, ReviewItem>> {
  const { pool } = deps.db
  const rows = await findDeskRows(pool, { ids, operatorId, now: deps.now() })
  const likenesses = await findLikenesses(pool, ids)
  return new Map(rows.map((row) => [row.id, presentItem(deps, operatorId, row, likenesses.get(row.id))]))
}

async function item(deps: Deps, id: number, operatorId: number): Promise<ReviewItem> {
  const found = (await itemsOf(deps, operatorId, [id])).get(id)
  if (!found) throw notFound()
  return found
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

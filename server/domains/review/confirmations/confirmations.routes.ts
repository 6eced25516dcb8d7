import type { ConfirmationRequest } from '@stampus/contract/console/confirmations'
import * as calls from '@stampus/contract/console/confirmations'
import type { TakingBack } from '@stampus/contract/console/vouchers'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { requireFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import { previewTakingBack } from '../../rewards/vouchers/negative-balance.service.ts'
import { loadReviewItems } from '../evidence/review-items.service.ts'
import { grantedSince } from '../second-operator.service.ts'
import * as store from './confirmation-list.store.ts'
import * as confirmations from './confirmations.service.ts'

export const confirmationsRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  const query = (operatorId: number) => ({ operatorId, since: grantedSince(deps) })
  return {
    waitingConfirmations: async ({ page = 1 }, { operator }) => {
      const rows = await store.listConfirmable(pool, query(operator.id), page)
      const ids = rows.flatMap(({ submission_id }) => submission_id ?? [])
      const itemOf = await loadReviewItems(deps, operator.id, ids)
      const consequences = await previewReversals(deps, rows)
      return toConsolePage(page, rows, (row) => ({
        ...presentRequest(row),
        item: row.submission_id === null ? null : itemOf(row.submission_id),
        balance: row.balance,
        if_taken_back: consequences.get(row.id) ?? null,
      }))
    },
    countConfirmations: async (_input, { operator }) => ({
      waiting: await store.countConfirmable(pool, query(operator.id)),
    }),
    ownRequests: async ({ page = 1 }, { operator }) =>
      toConsolePage(page, await store.listOwnRequests(pool, query(operator.id), page), (row) => ({
        ...presentRequest(row),
        missing_role: row.missing_role,
      })),
    confirmRequest: async (given, { operator }) => {
      await confirmations.confirm(deps, operator, given)
      return { data: await requestOf(deps, given.id) }
    },
    declineRequest: async ({ id, answer }, { operator }) => {
      await confirmations.decline(deps, operator, id, answer)
      return { data: await requestOf(deps, id) }
    },
    withdrawRequest: async ({ id }, { operator }) => {
      await confirmations.withdraw(deps, operator.id, id)
      return { data: await requestOf(deps, id) }
    },
  }
})

/** What the reversals that take stamps would do, by the id of the request. */
async function previewReversals({ db, now }: Deps, rows: store.RequestRow[]): Promise<Map<number, TakingBack>> {
  const taking = rows.filter(({ kind, stamps }) => kind === 'reversal' && stamps < 0)
  const found = new Map<number, TakingBack>()
  for (const { id, member, stamps } of taking)
    found.set(id, await previewTakingBack(db.pool, { userId: member.id, stamps: -stamps, now: now() }))
  return found
}

async function requestOf({ db }: Deps, id: number) {
  const row = requireFound(await store.findRequestRow(db.pool, id))
  return presentRequest(row)
}

function presentRequest({ balance: _, corrections, corrected_merchant, ...row }: store.RequestRow) {
  return { ...row, corrections: presentCorrections(corrections, corrected_merchant) }
}

function presentCorrections(
  corrections: store.RequestRow['corrections'],
  merchantName: string | null,
): ConfirmationRequest['corrections'] {
  const { merchant_id, invoice_number, purchase_date, purchase_amount } = corrections ?? {}
  const facts = {
    merchant_id: merchant_id === undefined ? undefined : (merchantName ?? String(merchant_id)),
    invoice_number,
    purchase_date,
    purchase_amount: purchase_amount === undefined ? undefined : decimalAmount(purchase_amount),
  }
  return Object.entries(facts).flatMap(([field, corrected]) => (corrected === undefined ? [] : [{ field, corrected }]))
}

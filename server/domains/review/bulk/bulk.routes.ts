import * as calls from '@stampus/contract/console/bulk'
import { decimalAmount, type EarningRule, stampsFor } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { routes } from '../../../platform/http/route.ts'
import { pictureUrl } from '../../../platform/storage/files.routes.ts'
import { openEarningRules } from '../../wallet/earning-rules/earning-rules.store.ts'
import { presentComparison } from '../evidence/review-items.service.ts'
import { presentPicture } from '../queue.service.ts'
import * as bulk from './bulk.service.ts'
import type { ReadyRow } from './classify-receipts.ts'

export const bulkRoutes = routes(calls, (deps: Deps) => ({
  plainReceipts: async ({ after }, { operator }) => {
    const { rows, ...rest } = await bulk.findReady(deps, operator.id, after)
    const ruleAt = await openEarningRules(deps.db.pool, deps.now())
    return { data: rows.map((row) => presentPlain(deps, row, ruleAt(row.created_at))), ...rest }
  },
  approveAll: async (given, { operator }) => bulk.approveAll(deps, operator.id, given),
  undoAll: async ({ ids }, { operator }) => bulk.undoAll(deps, operator.id, ids),
}))

function presentPlain(deps: Deps, row: ReadyRow, rule: EarningRule) {
  const { config, now } = deps
  return {
    id: row.id,
    created_at: row.created_at,
    purchase_date: row.purchase_date,
    purchase_amount: decimalAmount(row.amount_sen),
    invoice_no: row.invoice_no,
    member: row.member_name,
    merchant: row.merchant_name,
    thumb_url: pictureUrl(config.APP_KEY, row.thumb_key, now()),
    picture: presentPicture(deps, row),
    stamps_on_approval: stampsFor(row.amount_sen, rule),
    reading: row.comparison && presentComparison(row.comparison, row.filled_in),
  }
}

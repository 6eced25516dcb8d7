import { type Disagreement, disagreements, giveVerdict, type SpotCheck, takeCheck } from '@stampus/contract/checks'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import type { HeldCheck } from './checks.store.ts'
import * as checks from './checks.ts'
import { type DisagreementRow, listDisagreements } from './disagreements.store.ts'
import { itemsOf } from './items.ts'

/** Second looks at decisions that were drawn by chance (D-51). */
export function checksRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { takeCheck, giveVerdict, disagreements },
    {
      takeCheck: async (_input, { caller }) => {
        const held = await checks.takeCheck(deps, caller.id)
        const data = held ? await presentCheck(deps, caller.id, held) : null
        return { data, waiting: await checks.waitingChecks(deps, caller.id) }
      },
      giveVerdict: async (given, { caller }) => ({
        data: { agrees: await checks.giveVerdict(deps, caller.id, given) },
      }),
      disagreements: async ({ page = 1 }, { caller }) => {
        const rows = await listDisagreements(deps.db.pool, { operatorId: caller.id, page, size: CONSOLE_PAGE_SIZE })
        return {
          data: rows.slice(0, CONSOLE_PAGE_SIZE).map(presentDisagreement),
          meta: { current_page: page, per_page: CONSOLE_PAGE_SIZE, has_more: rows.length > CONSOLE_PAGE_SIZE },
        }
      },
    },
  )
}

/** Nothing here tells what was decided. */
async function presentCheck(deps: Deps, operatorId: number, { id, submissionId }: HeldCheck): Promise<SpotCheck> {
  const item = (await itemsOf(deps, operatorId, [submissionId]))(submissionId)
  const { purchase_date, purchase_amount, invoice_no, created_at, picture, merchant } = item
  return { id, purchase_date, purchase_amount, invoice_no, created_at, picture, merchant }
}

function presentDisagreement(row: DisagreementRow): Disagreement {
  return {
    id: row.id,
    submission_id: row.submission_id,
    merchant: row.merchant,
    purchase_amount: decimalAmount(row.amount_sen),
    status: row.status,
    first: {
      operator: row.first_operator,
      status: row.first_status,
      reason: row.first_reason,
      reason_code: row.first_code,
      at: row.first_at.toISOString(),
    },
    second: {
      operator: row.second_operator,
      status: row.second_status,
      reason: null,
      reason_code: row.second_code,
      at: row.second_at.toISOString(),
    },
  }
}

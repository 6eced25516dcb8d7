import {
  exportSubmissions,
  merchantChoices,
  operatorChoices,
  type SubmissionRow,
  searchSubmissions,
} from '@stampus/contract/console/submissions'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { csvHeaders } from '../../../platform/http/csv.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { exportCsv } from './csv-export.ts'
import {
  type FoundSubmission,
  findMerchantChoices,
  findOperatorChoices,
  findSubmissions,
} from './submissions.admin.store.ts'

/** All submissions, for operators: search and CSV export. */
export function submissionsAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { searchSubmissions, merchantChoices, operatorChoices, exportSubmissions },
    {
      searchSubmissions: async ({ page = 1, ...filters }, { operator }) => {
        const slice = { size: CONSOLE_PAGE_SIZE + 1, offset: (page - 1) * CONSOLE_PAGE_SIZE }
        const search = { filters, operatorId: operator.id, now: deps.now(), timeZone: deps.config.TIME_ZONE }
        const found = await findSubmissions(deps.db.pool, search, slice)
        return toConsolePage(page, found, presentRow)
      },
      merchantChoices: async (query) => ({ data: await findMerchantChoices(deps.db.pool, query) }),
      operatorChoices: async () => ({ data: await findOperatorChoices(deps.db.pool) }),
      exportSubmissions: async (filters, { operator, reply }) => {
        const file = await exportCsv(deps, operator, filters)
        return reply.headers(csvHeaders('submissions', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
      },
    },
  )
}

function presentRow(row: FoundSubmission): SubmissionRow {
  return {
    id: row.id,
    status: row.status,
    purchase_date: row.purchase_date,
    purchase_amount: decimalAmount(row.amount_sen),
    invoice_no: row.invoice_no,
    stamps: row.stamps,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    held_by: row.held_by,
    member: { id: row.member_id, name: row.member_name, email: row.member_deleted ? null : row.member_email },
    merchant: { id: row.merchant_id, name: row.merchant_name },
  }
}

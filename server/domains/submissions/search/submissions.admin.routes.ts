import * as submissions from '@stampus/contract/console/submissions'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { csvHeaders } from '../../../platform/http/csv.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import { exportCsv } from './csv-export.ts'
import { findMerchantChoices, findOperatorChoices, findSubmissions } from './submissions.admin.store.ts'

export const submissionsAdminRoutes = routes(submissions, (deps: Deps) => ({
  searchSubmissions: async ({ page = 1, ...filters }, { operator }) => {
    const slice = { size: CONSOLE_PAGE_SIZE + 1, offset: (page - 1) * CONSOLE_PAGE_SIZE }
    const search = { filters, operatorId: operator.id, now: deps.now(), timeZone: deps.config.TIME_ZONE }
    const found = await findSubmissions(deps.db.pool, search, slice)
    return toConsolePage(page, found, ({ amount_sen, ...row }) => ({
      ...row,
      purchase_amount: decimalAmount(amount_sen),
    }))
  },
  merchantChoices: async (query) => ({ data: await findMerchantChoices(deps.db.pool, query) }),
  operatorChoices: async () => ({ data: await findOperatorChoices(deps.db.pool) }),
  exportSubmissions: async (filters, { operator, reply }) => {
    const file = await exportCsv(deps, operator, filters)
    return reply.headers(csvHeaders('submissions', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
  },
}))

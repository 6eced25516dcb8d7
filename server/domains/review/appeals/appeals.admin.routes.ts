import * as review from '@stampus/contract/console/review'
import type { Deps } from '../../../deps.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import { loadReviewItems } from '../evidence/review-items.service.ts'
import { answerAppeal } from './appeals.admin.service.ts'
import { listOpenAppeals } from './appeals.admin.store.ts'

export const appealsAdminRoutes = routes(review, (deps: Deps) => ({
  appeals: async ({ page = 1 }, { operator }) => {
    const rows = await listOpenAppeals(deps.db.pool, operator.id, page)
    const ids = rows.map(({ submission_id }) => submission_id)
    const itemOf = await loadReviewItems(deps, operator.id, ids)
    return toConsolePage(page, rows, ({ submission_id, ...appeal }) => ({ ...appeal, item: itemOf(submission_id) }))
  },
  answerAppeal: async (sent, { operator }) => {
    await answerAppeal(deps, operator.id, sent)
    return { outcome: sent.outcome }
  },
}))

import { answerAppeal, appeals } from '@stampus/contract/console/review'
import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { loadReviewItems } from '../evidence/review-items.service.ts'
import * as answers from './appeals.admin.service.ts'
import { listOpenAppeals } from './appeals.admin.store.ts'

/** Open appeals and their answers, for managers. */
export function appealsAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { appeals, answerAppeal },
    {
      appeals: async ({ page = 1 }, { operator }) => answerList(deps, operator.id, page),
      answerAppeal: async (sent, { operator }) => {
        await answers.answerAppeal(deps, operator.id, sent)
        return { outcome: sent.outcome }
      },
    },
  )
}

async function answerList(deps: Deps, operatorId: number, page: number) {
  const found = await listOpenAppeals(deps.db.pool, { operatorId, page, size: CONSOLE_PAGE_SIZE })
  const shown = found.slice(0, CONSOLE_PAGE_SIZE)
  const itemOf = await loadReviewItems(
    deps,
    operatorId,
    shown.map((appeal) => appeal.submission_id),
  )
  return {
    data: shown.map(({ id, submission_id, message, created_at }) => {
      return { id, message, created_at: created_at.toISOString(), item: itemOf(submission_id) }
    }),
    meta: { current_page: page, per_page: CONSOLE_PAGE_SIZE, has_more: found.length > CONSOLE_PAGE_SIZE },
  }
}

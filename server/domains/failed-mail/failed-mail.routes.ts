import type { FailedMail } from '@stampus/contract/console/failedMail'
import * as calls from '@stampus/contract/console/failedMail'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { resendMail as resendFailedMail, type UnlocksMailedSince } from './failed-mail.service.ts'
import { type FailureRow, listFailures } from './failed-mail.store.ts'

export function failedMailRoutes(
  app: FastifyInstance,
  deps: Deps,
  routeContext: RouteContext,
  unlocksMailedSince: UnlocksMailedSince,
): void {
  registerRoutes(app, routeContext, calls, {
    failedMails: async ({ page = 1 }) => {
      return toConsolePage(page, await listFailures(deps.db.pool, page, unlocksMailedSince(deps.now())), presentFailure)
    },
    resendMail: async ({ id }, { operator }) => {
      await resendFailedMail(deps, { operatorId: operator.id, id, unlocksMailedSince })
      return { message: texts.mailSentAgain }
    },
  })
}

function presentFailure({ subject_id: _, failed_at, ...shown }: FailureRow): FailedMail {
  return { ...shown, failed_at: failed_at.toISOString() }
}

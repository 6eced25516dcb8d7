import { accept } from '@stampus/contract/rewards/consents'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { insertConsents } from './consents.store.ts'

/** The consent of members to the supplements of the legal pages. */
export function consentsRoutes(app: FastifyInstance, { db, now }: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { accept },
    {
      accept: async (supplements, { member }) => {
        await insertConsents(db.pool, { userId: member.id, supplements, at: now() })
        return { message: texts.consentRecorded }
      },
    },
  )
}

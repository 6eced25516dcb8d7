import { deleteAccount as deletion, exportData } from '@stampus/contract/privacy'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { deleteAccount } from './deletion.service.ts'
import { grantExport } from './export.service.ts'

/** What members may ask for by law: all that is kept about them, and that they be forgotten (D-91, D-92). */
export function privacyRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { exportData, deleteAccount: deletion },
    {
      exportData: async (_, { caller }) => ({ data: { url: await grantExport(deps, caller) } }),
      deleteAccount: async ({ password }, { caller, request }) => {
        await deleteAccount(deps, { caller, password, address: request.ip })
        return { message: texts.accountDeleted }
      },
    },
  )
}

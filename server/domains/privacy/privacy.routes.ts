import { deleteAccount as deletion, exportData } from '@stampus/contract/privacy'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { findUser } from '../accounts/accounts.store.ts'
import { archiveOf, zipped } from './archive.ts'
import { deleteAccount } from './deletion.service.ts'
import { grantExport, requireGrant } from './export.service.ts'

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

/** GET of a signed `/files/data-export/<member's id>`: their ZIP file, made while it is sent. */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: 'GET',
    url: '/files/data-export/:id',
    exposeHeadRoute: false,
    handler: async ({ params, query }, reply) => {
      await requireGrant(deps, params.id, query)
      const user = await findUser(deps.db.pool, Number(params.id))
      if (!user) throw notFound()
      reply.headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="stampus-data.zip"',
        'content-type': 'application/zip',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      return reply.send(zipped(archiveOf(deps, user)))
    },
  })
}

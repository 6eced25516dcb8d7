import * as calls from '@stampus/contract/privacy'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { findUser } from '../accounts/accounts.store.ts'
import { buildArchive, zipEntries } from './archive.ts'
import { deleteAccount } from './deletion.service.ts'
import { createExportUrl, requireExportAccess } from './export.service.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, calls, {
    exportData: async (_, { member }) => ({ data: { url: await createExportUrl(deps, member) } }),
    deleteAccount: async ({ password }, { member, request }) => {
      await deleteAccount(deps, { member, password, address: request.ip })
      return { message: texts.accountDeleted }
    },
  })
}

export function exportDownloadRoutes(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: 'GET',
    url: '/files/data-export/:id',
    exposeHeadRoute: false,
    handler: async ({ params, query }, reply) => {
      await requireExportAccess(deps, params.id, query)
      const user = requireFound(await findUser(deps.db.pool, Number(params.id)))
      reply.headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="stampus-data.zip"',
        'content-type': 'application/zip',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      return reply.send(zipEntries(buildArchive(deps, user)))
    },
  })
}

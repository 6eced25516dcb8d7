import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { findUser } from '../accounts/accounts.store.ts'
import { archiveOf } from './archive.ts'
import { requireGrant } from './export.service.ts'
import { zipped } from './zip.ts'

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

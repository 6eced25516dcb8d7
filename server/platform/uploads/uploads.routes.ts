import * as calls from '@stampus/contract/console/pictures'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { type RouteContext, registerRoutes } from '../http/route.ts'
import { mediaUrl } from '../storage/files.routes.ts'
import { storeUpload } from './uploads.service.ts'

export function uploadsRoutes(app: FastifyInstance, deps: PlatformDeps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, calls, {
    upload: async ({ kind }, { operator, file }) => {
      const { key, placeholder } = await storeUpload(deps, operator.id, kind, file)
      return { data: { key, url: mediaUrl(key), placeholder } }
    },
  })
}

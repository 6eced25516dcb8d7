import { change, create, list, remove } from '@stampus/contract/console/categories'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { addCategory, changeCategory, removeCategory } from './categories.admin.service.ts'
import { listCategories } from './categories.admin.store.ts'

/** The categories of merchants, for managers. */
export function categoriesRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { list, create, change, remove },
    {
      list: async () => ({ data: await listCategories(deps.db.pool) }),
      create: async ({ name }, { caller }) => ({ data: await addCategory(deps, caller.id, name) }),
      change: async (given, { caller }) => ({ data: await changeCategory(deps, caller.id, given) }),
      remove: async (given, { caller }) => {
        await removeCategory(deps, caller.id, given)
        return { message: texts.removed }
      },
    },
  )
}

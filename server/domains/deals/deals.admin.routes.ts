import { change, create, type KeptDeal, list, remove, show } from '@stampus/contract/console/deals'
import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { consolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { addDeal, changeDeal, keptDeal, removeDeal } from './deals.admin.service.ts'
import { type KeptDealRow, listKept } from './deals.admin.store.ts'

/** The deals as managers keep them. */
export function keptDealsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  const present = (row: KeptDealRow) => presentKept(row, today())
  registerRoutes(
    app,
    routeContext,
    { list, show, create, change, remove },
    {
      list: async ({ page = 1, state, merchant_id }) => {
        const filter = { state: state || undefined, merchantId: merchant_id || undefined }
        return consolePage(page, await listKept(deps.db.pool, filter, today(), page), present)
      },
      show: async ({ id }) => ({ data: present(await keptDeal(deps, id)) }),
      create: async (sent, { caller }) => ({ data: present(await addDeal(deps, caller.id, sent)) }),
      change: async (sent, { caller }) => ({ data: present(await changeDeal(deps, caller.id, sent)) }),
      remove: async (given, { caller }) => {
        await removeDeal(deps, caller.id, given)
        return { message: texts.removed }
      },
    },
  )
}

function presentKept(
  { merchant_id, merchant_name, image_placeholder, ...facts }: KeptDealRow,
  today: string,
): KeptDeal {
  return {
    ...facts,
    image_url: facts.image_key && mediaUrl(facts.image_key),
    state: stateOf(facts, today),
    merchant: { id: merchant_id, name: merchant_name },
  }
}

function stateOf({ start_date, end_date }: Pick<KeptDealRow, 'start_date' | 'end_date'>, today: string) {
  if (end_date < today) return 'over'
  return start_date > today ? 'planned' : 'running'
}

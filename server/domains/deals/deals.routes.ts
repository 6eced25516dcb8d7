import { type Deal, list } from '@stampus/contract/deals'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { countedMeta } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { type DealRow, listDeals } from './deals.store.ts'

/** S-7.15: deals that run on the campus day, for everybody (D-33). */
export function dealsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { list },
    {
      list: async ({ page = 1, merchant_id }) => {
        const day = dayIn(deps.config.TIME_ZONE, deps.now())
        const { deals, total } = await listDeals(deps.db.pool, { day, merchantId: merchant_id }, page)
        return { data: deals.map(presentDeal), meta: countedMeta(page, total) }
      },
    },
  )
}

function presentDeal(row: DealRow): Deal {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image_url: row.image_key && mediaUrl(row.image_key),
    placeholder_image_url: row.image_placeholder,
    start_date: row.start_date,
    end_date: row.end_date,
    merchant: {
      id: row.merchant_id,
      name: row.merchant_name,
      slug: row.merchant_slug,
      address: row.merchant_address,
      contact_number: row.merchant_contact_number,
      logo_image: row.merchant_logo_key && mediaUrl(row.merchant_logo_key),
      logo_placeholder_image: row.merchant_logo_placeholder,
    },
  }
}

import { type Deal, list } from '@stampus/contract/deals'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { metaWithTotal } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { type DealRow, listRunningDeals } from './deals.store.ts'

/** Deals that run today on the campus. Public. */
export function dealsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { list },
    {
      list: async ({ page = 1, merchant_id }) => {
        const day = dayIn(deps.config.TIME_ZONE, deps.now())
        const { deals, total } = await listRunningDeals(deps.db.pool, { day, merchantId: merchant_id }, page)
        return { data: deals.map(presentDeal), meta: metaWithTotal(page, total) }
      },
    },
  )
}

function presentDeal(row: DealRow): Required<Deal> {
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

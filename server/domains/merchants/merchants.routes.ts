import { list, type Merchant, show, showBySlug } from '@stampus/contract/merchants'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { countedMeta } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { browseMerchants, merchantById, merchantBySlug } from './merchants.service.ts'
import { listActiveCategories, type MerchantRow } from './merchants.store.ts'

/** S-7.11 to S-7.13: partner merchants, for everybody. */
export function merchantsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const activeCategories = deps.responseCache.remembering(() => listActiveCategories(deps.db.pool))
  registerRoutes(
    app,
    routeContext,
    { list, show, showBySlug },
    {
      list: async ({ is_active, category_id, search, page = 1 }) => {
        const filter = { active: activeOf(is_active), categoryId: category_id || undefined, search: search?.trim() }
        const { merchants, total } = await browseMerchants(deps, filter, page)
        const meta = { ...countedMeta(page, total), categories: await activeCategories() }
        return { data: merchants.map(presentMerchant), meta }
      },
      show: async ({ id }) => ({ data: presentMerchant(await merchantById(deps, id)) }),
      showBySlug: async ({ slug }) => ({ data: presentMerchant(await merchantBySlug(deps, slug.toLowerCase())) }),
    },
  )
}

function activeOf(given: string | number | undefined): boolean | undefined {
  if (given === undefined || given === '') return undefined
  return given === 1 || given === '1' || given === 'true'
}

function presentMerchant(row: MerchantRow): Merchant {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    address: row.address,
    contact_number: row.contact_number,
    category: { id: row.category_id, name: row.category_name },
    merchant_logo_url: row.logo_key && mediaUrl(row.logo_key),
    merchant_logo_placeholder_image_url: row.logo_placeholder,
    active_promotions_count: row.running_deals,
    is_active: row.is_active,
    minimum_spend: row.minimum_spend_sen === null ? null : decimalAmount(row.minimum_spend_sen),
    receipts_per_day: row.receipts_per_day,
  }
}

import * as calls from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { metaWithTotal } from '../../platform/http/lists.ts'
import { routes } from '../../platform/http/route.ts'
import { listActiveCategories } from './categories.store.ts'
import { type MerchantRow, presentMerchant } from './merchants.fields.ts'
import { findMerchant, listMerchants } from './merchants.store.ts'

export const merchantsRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  const activeCategories = deps.responseCache.memoize(() => listActiveCategories(pool))
  return {
    list: async ({ is_active, category_id, search, page = 1 }) => {
      const filter = { active: activeOf(is_active), categoryId: category_id || undefined, search: search?.trim() }
      const { merchants, total } = await listMerchants(pool, filter, today(), page)
      const meta = { ...metaWithTotal(page, total), categories: await activeCategories() }
      return { data: merchants.map(presentMerchant), meta }
    },
    show: async ({ id }) => presentFound(await findMerchant(pool, 'id', id, today())),
    showBySlug: async ({ slug }) => presentFound(await findMerchant(pool, 'slug', slug.toLowerCase(), today())),
  }
})

function activeOf(given: string | number | undefined): boolean | undefined {
  if (given === undefined || given === '') return undefined
  return given === 1 || given === '1' || given === 'true'
}

function presentFound(merchant: MerchantRow | undefined) {
  return { data: presentMerchant(requireFound(merchant, texts.merchantNotFound)) }
}

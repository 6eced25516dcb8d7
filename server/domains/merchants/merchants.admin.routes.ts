import {
  change,
  create,
  type KeptMerchant,
  type ListedMerchant,
  list,
  show,
  usage,
} from '@stampus/contract/console/merchants'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { consolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { addMerchant, changeMerchant, keptMerchant, usageOf } from './merchants.admin.service.ts'
import { type KeptMerchantRow, listKept } from './merchants.admin.store.ts'
import type { MerchantRow } from './merchants.store.ts'

/** The merchants as managers keep them. */
export function keptMerchantsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const present = (row: KeptMerchantRow) => presentKept(row, deps.config.WEB_URL)
  registerRoutes(
    app,
    routeContext,
    { list, show, usage, create, change },
    {
      list: async ({ page = 1, search, category_id, state }) => {
        const active = state ? state === 'active' : undefined
        const filter = { active, categoryId: category_id || undefined, search: search?.trim() }
        const day = dayIn(deps.config.TIME_ZONE, deps.now())
        return consolePage(page, await listKept(deps.db.pool, filter, day, page), presentListed)
      },
      show: async ({ id }) => ({ data: present(await keptMerchant(deps, id)) }),
      usage: async ({ id }) => ({ data: await usageOf(deps, id) }),
      create: async (sent, { caller }) => ({ data: present(await addMerchant(deps, caller.id, sent)) }),
      change: async (sent, { caller }) => ({ data: present(await changeMerchant(deps, caller.id, sent)) }),
    },
  )
}

function presentListed(row: MerchantRow): ListedMerchant {
  const { id, name, slug, is_active, running_deals } = row
  return { id, name, slug, is_active, running_deals, ...presentShared(row) }
}

function presentKept(row: KeptMerchantRow, webUrl: string): KeptMerchant {
  const { category_id, category_name, logo_placeholder, minimum_spend_sen: sen, ...facts } = row
  const page_url = `${webUrl}/merchants/${row.slug}`
  return { ...facts, page_url, ...presentShared(row), minimum_spend: sen === null ? null : decimalAmount(sen) }
}

function presentShared(row: Pick<MerchantRow, 'category_id' | 'category_name' | 'logo_key'>) {
  return {
    category: { id: row.category_id, name: row.category_name },
    logo_url: row.logo_key && mediaUrl(row.logo_key),
  }
}

import * as admin from '@stampus/contract/console/rewards'
import { list, type Reward, show } from '@stampus/contract/rewards/rewards'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { metaWithTotal, toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import * as service from './rewards.service.ts'
import { type AdminRewardRow, findReward, listAllRewards, listRewards, type RewardRow } from './rewards.store.ts'

/** Rewards that can be claimed today. Public. */
export function rewardsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  registerRoutes(
    app,
    routeContext,
    { list, show },
    {
      list: async ({ page = 1, merchant_id }) => {
        const { rewards, total } = await listRewards(deps.db.pool, { day: today(), merchantId: merchant_id }, page)
        return { data: rewards.map(presentReward), meta: metaWithTotal(page, total) }
      },
      show: async ({ id }) => {
        const reward = await findReward(deps.db.pool, { id, day: today() })
        if (!reward) throw notFound(texts.rewardNotFound)
        return { data: presentReward(reward) }
      },
    },
  )
}

/** A reward as everyone sees it. */
export function presentReward(row: RewardRow): Required<Reward> {
  return {
    id: row.id,
    title: row.title,
    title_ms: row.title_ms ?? undefined,
    conditions: row.conditions,
    conditions_ms: row.conditions_ms ?? undefined,
    image_url: row.image_key && mediaUrl(row.image_key),
    placeholder_image_url: row.image_placeholder,
    stamps: row.stamps,
    left: leftOf(row),
    limit_total: row.limit_total,
    limit_30_days: row.limit_30_days,
    end_date: row.end_date,
    valid_days: row.valid_days,
    merchant: presentMerchant(row),
    version: row.version,
  }
}

function leftOf({ stock, taken }: Pick<RewardRow, 'stock' | 'taken'>): number | null {
  return stock === null ? null : Math.max(0, stock - taken)
}

function presentMerchant(row: RewardRow): Reward['merchant'] {
  if (row.merchant_id === null || row.merchant_name === null) return null
  return {
    id: row.merchant_id,
    name: row.merchant_name,
    slug: row.merchant_slug,
    address: row.merchant_address,
    logo_image: row.merchant_logo_key && mediaUrl(row.merchant_logo_key),
    logo_placeholder_image: row.merchant_logo_placeholder,
  }
}

/** Rewards for managers. */
export function rewardsAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(
    app,
    routeContext,
    {
      list: admin.list,
      show: admin.show,
      create: admin.create,
      change: admin.change,
      changeState: admin.changeState,
      recall: admin.recall,
      remove: admin.remove,
    },
    {
      list: async ({ page = 1, state, merchant_id }) => {
        const filter = { state: state || undefined, merchantId: merchant_id || undefined }
        return toConsolePage(page, await listAllRewards(pool, filter, deps.now(), page), presentAdminReward)
      },
      show: async ({ id }) => ({ data: presentAdminReward(await service.getReward(deps, id)) }),
      create: async (input, { operator }) => ({
        data: presentAdminReward(await service.addReward(deps, operator.id, input)),
      }),
      change: async (input, { operator }) => ({
        data: presentAdminReward(await service.changeReward(deps, operator.id, input)),
      }),
      changeState: async (input, { operator }) => ({
        data: presentAdminReward(await service.changeState(deps, operator.id, input)),
      }),
      recall: async (input, { operator }) => ({
        data: presentAdminReward(await service.recallReward(deps, operator.id, input)),
      }),
      remove: async (input, { operator }) => {
        await service.removeReward(deps, operator.id, input)
        return { message: texts.removed }
      },
    },
  )
}

function presentAdminReward(row: AdminRewardRow): Required<admin.AdminReward> {
  const {
    merchant_id,
    merchant_name,
    image_placeholder,
    taken,
    recalled_at,
    ready,
    ready_stamps,
    used,
    ending,
    ...facts
  } = row
  return {
    ...facts,
    image_url: facts.image_key && mediaUrl(facts.image_key),
    left: leftOf(row),
    recalled_at: recalled_at?.toISOString() ?? null,
    merchant: merchant_id === null || merchant_name === null ? null : { id: merchant_id, name: merchant_name },
    vouchers: { ready, ready_stamps, used, ending },
  }
}

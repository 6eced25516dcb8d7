import * as admin from '@stampus/contract/console/rewards'
import * as rewards from '@stampus/contract/rewards/rewards'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { metaWithTotal, toConsolePage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/request-language.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import * as service from './rewards.service.ts'
import { type AdminRewardRow, findReward, listAllRewards, listRewards, type RewardRow } from './rewards.store.ts'

/** Rewards that can be claimed today. Public. */
export const rewardsRoutes = routes(rewards, (deps: Deps) => {
  const today = () => dayIn(deps.config.TIME_ZONE, deps.now())
  return {
    list: async ({ page = 1, merchant_id }) => {
      const found = await listRewards(deps.db.pool, { day: today(), merchantId: merchant_id }, page)
      return { data: found.rewards.map(presentReward), meta: metaWithTotal(page, found.total) }
    },
    show: async ({ id }) => {
      const reward = requireFound(await findReward(deps.db.pool, { id, day: today() }), texts.rewardNotFound)
      return { data: presentReward(reward) }
    },
  }
})

const presentReward = (row: RewardRow) => ({
  ...withMalay(row),
  image_url: row.image_key && mediaUrl(row.image_key),
  placeholder_image_url: row.image_placeholder,
  left: leftOf(row),
  merchant: presentMerchant(row),
})

const leftOf = ({ stock, taken }: Pick<RewardRow, 'stock' | 'taken'>): number | null =>
  stock === null ? null : Math.max(0, stock - taken)

function presentMerchant(row: RewardRow): rewards.Reward['merchant'] {
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

export const rewardsAdminRoutes = routes(admin, (deps: Deps) => ({
  list: async ({ page = 1, state, merchant_id }) => {
    const filter = { state: state || undefined, merchantId: merchant_id || undefined }
    return toConsolePage(page, await listAllRewards(deps.db.pool, filter, deps.now(), page), presentAdminReward)
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
}))

const presentAdminReward = (row: AdminRewardRow) => ({
  ...row,
  image_url: row.image_key && mediaUrl(row.image_key),
  left: leftOf(row),
})

import * as admin from '@stampus/contract/console/rewards'
import { PAGE_SIZE } from '@stampus/contract/limits'
import * as reachedLimits from '@stampus/contract/rewards/reachedLimits'
import * as rewards from '@stampus/contract/rewards/rewards'
import * as vouchers from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { metaWithTotal, toConsolePage, toPage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/present.ts'
import { routes } from '../../platform/http/route.ts'
import { toSecret } from '../../platform/security/crypto.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import * as offline from './hand-overs/offline.service.ts'
import * as service from './rewards.service.ts'
import { type AdminRewardRow, findReward, listAllRewards, listRewards, type RewardRow } from './rewards.store.ts'
import * as claims from './vouchers/claims.service.ts'
import { endOf, getOwnVoucher, giveBack, openKey } from './vouchers/vouchers.service.ts'
import { isOpenHere, listOwnVouchers, type OwnVoucherRow } from './vouchers/vouchers.store.ts'

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

export const reachedLimitsRoutes = routes(reachedLimits, (deps: Deps) => ({
  list: async (_input, { member }) => ({ data: await claims.listReachedLimits(deps, member.id), now: deps.now() }),
}))

export const vouchersRoutes = routes(vouchers, (deps: Deps) => {
  const { pool } = deps.db
  const present = (row: OwnVoucherRow) => presentVoucher(row, deps.now())
  const presentProof = async (row: OwnVoucherRow) => {
    const key = await offline.findProofKey(deps, row)
    return { proof_key: key ? toSecret(key).base32 : null }
  }
  return {
    claim: async ({ id, version }, { member, key }) => {
      return { data: present(await claims.claim(deps, { userId: member.id, rewardId: id, version, key })) }
    },
    list: async ({ page = 1, state }, { member }) => {
      const rows = await listOwnVouchers(pool, { userId: member.id, state, now: deps.now() }, page)
      return toPage({ page, size: PAGE_SIZE }, rows, present)
    },
    show: async ({ id }, { member }) => {
      const voucher = await getOwnVoucher(pool, { userId: member.id, id })
      const isHere = await isOpenHere(pool, { id, tokenHash: member.tokenHash })
      const place = { is_open_here: isHere === true, is_open_elsewhere: isHere === false }
      return { data: { ...present(voucher), ...(await presentProof(voucher)), ...place, now: deps.now() } }
    },
    giveBack: async ({ id }, { member }) => ({
      data: present(await giveBack(deps, { userId: member.id, id })),
    }),
    confirmOffline: async ({ id, code }, { member }) => {
      const used = await offline.confirmOffline(deps, { userId: member.id, id, code })
      return { data: { ...present(used), ...(await presentProof(used)) } }
    },
    openKey: async ({ id }, { member }) => {
      const key = await openKey(deps, { userId: member.id, id, tokenHash: member.tokenHash })
      return { data: { key: toSecret(key).base32, now: deps.now() } }
    },
  }
})

const VOIDED_BY = {
  returned: null,
  expired: null,
  voided: 'manager',
  recalled: 'recall',
  below_zero: 'reversal',
} as const

/** The clock decides: a voucher has expired or is recalled whether or not the job has ended it. */
function presentVoucher(row: OwnVoucherRow, now: Date) {
  const { state, isDue, ended_at } = endOf(row, now)
  const isRecalled = isDue && state === 'voided'
  return {
    ...withMalay(row),
    image_url: row.image_key && mediaUrl(row.image_key),
    placeholder_image_url: row.image_placeholder,
    state,
    ended_at,
    stamps_back: isDue || row.stamps_back,
    stamps_due: isDue,
    voided_by: isRecalled ? ('recall' as const) : row.ended_by && VOIDED_BY[row.ended_by],
    reason: isRecalled ? row.recall_reason : row.reason,
  }
}

import { PAGE_SIZE } from '@stampus/contract/limits'
import * as reachedLimits from '@stampus/contract/rewards/reachedLimits'
import * as vouchers from '@stampus/contract/rewards/vouchers'
import type { Deps } from '../../deps.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { toPage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/request-language.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import * as offline from './hand-overs/offline.service.ts'
import * as claims from './vouchers/claims.service.ts'
import { presentKey } from './vouchers/codes.ts'
import * as service from './vouchers/vouchers.service.ts'
import { isOpenHere, listOwnVouchers, type OwnVoucherRow } from './vouchers/vouchers.store.ts'

export const reachedLimitsRoutes = routes(reachedLimits, (deps: Deps) => ({
  list: async (_input, { member }) => ({ data: await claims.listReachedLimits(deps, member.id), now: deps.now() }),
}))

export const vouchersRoutes = routes(vouchers, (deps: Deps) => {
  const { pool } = deps.db
  const present = (row: OwnVoucherRow) => presentVoucher(row, deps.now())
  const presentProof = async (row: OwnVoucherRow) => {
    const key = await offline.findProofKey(deps, row)
    return { proof_key: key ? presentKey(key) : null }
  }
  return {
    claim: async ({ id, version }, { member, request }) => {
      const key = idempotencyKeyOf(request)
      return { data: present(await claims.claim(deps, { userId: member.id, rewardId: id, version, key })) }
    },
    list: async ({ page = 1, state }, { member }) => {
      const rows = await listOwnVouchers(pool, { userId: member.id, state, now: deps.now() }, page)
      return toPage({ page, size: PAGE_SIZE }, rows, present)
    },
    show: async ({ id }, { member }) => {
      const voucher = await service.getOwnVoucher(pool, { userId: member.id, id })
      const isHere = await isOpenHere(pool, { id, tokenHash: member.tokenHash })
      const place = { is_open_here: isHere === true, is_open_elsewhere: isHere === false }
      return { data: { ...present(voucher), ...(await presentProof(voucher)), ...place, now: deps.now() } }
    },
    giveBack: async ({ id }, { member }) => ({
      data: present(await service.giveBack(deps, { userId: member.id, id })),
    }),
    confirmOffline: async ({ id, code }, { member }) => {
      const used = await offline.confirmOffline(deps, { userId: member.id, id, code })
      return { data: { ...present(used), ...(await presentProof(used)) } }
    },
    openKey: async ({ id }, { member }) => {
      const key = await service.openKey(deps, { userId: member.id, id, tokenHash: member.tokenHash })
      return { data: { key: presentKey(key), now: deps.now() } }
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

/** By the clock: a voucher has expired or is recalled whether or not the job has ended it. */
function presentVoucher(row: OwnVoucherRow, now: Date) {
  const { state, isDue, ended_at } = service.endOf(row, now)
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

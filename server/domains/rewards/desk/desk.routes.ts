import * as vouchers from '@stampus/contract/console/vouchers'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import { csvHeaders } from '../../../platform/http/csv.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import { checkVoucher, firstNameOf, handOver, takeBack } from '../hand-overs/hand-overs.service.ts'
import { endOf } from '../vouchers/vouchers.service.ts'
import type { NamedVoucher } from '../vouchers/vouchers.store.ts'
import { exportCsv } from './csv-export.ts'
import * as service from './desk.service.ts'
import { listEvents, listRewardChoices, listVouchers, type VoucherFilter } from './desk.store.ts'

export const vouchersDeskRoutes = routes(vouchers, (deps: Deps) => {
  const { pool } = deps.db
  const present = (row: NamedVoucher) => presentVoucher(row, deps.now())
  return {
    list: async ({ page = 1, ...filters }) =>
      toConsolePage(page, await listVouchers(pool, toFilter(filters), deps.now(), page), present),
    rewardChoices: async () => ({ data: await listRewardChoices(pool) }),
    exportVouchers: async (filters, { operator, reply }) => {
      const file = await exportCsv(deps, operator.id, { filters, filter: toFilter(filters), present })
      return reply.headers(csvHeaders('vouchers', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
    },
    show: async ({ id }) => {
      const voucher = await service.getVoucher(pool, id)
      return { data: { ...present(voucher), events: await listEvents(pool, id) } }
    },
    check: async (input, { operator }) => {
      const { member, merchant, ...voucher } = await checkVoucher(deps, { operatorId: operator.id }, input)
      return { data: { ...voucher, name: firstNameOf(member.name), merchant: merchant?.name ?? null } }
    },
    handOver: async ({ id, request_id: requestId }, { operator }) => ({
      data: present(await handOver(deps, { by: { operatorId: operator.id }, id, requestId })),
    }),
    takeBack: async ({ id }, { operator }) => ({
      data: present(await takeBack(deps, { operatorId: operator.id }, id)),
    }),
    voidVoucher: async ({ stamps_back: stampsBack, ...input }, { operator }) => ({
      data: present(await service.voidVoucher(deps, operator.id, { ...input, stampsBack })),
    }),
  }
})

const toFilter = ({ search, member_id, reward_id, state }: vouchers.VoucherFilters): VoucherFilter => ({
  search: search || undefined,
  userId: member_id || undefined,
  rewardId: reward_id || undefined,
  state: state || undefined,
})

function presentVoucher(row: NamedVoucher, now: Date) {
  const end = endOf(row, now)
  return {
    ...row,
    ...end,
    owed_sen: end.state === 'used' ? row.owed_sen : 0,
    stamps_back: end.isDue || row.stamps_back,
  }
}

import * as admin from '@stampus/contract/console/vouchers'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { csvHeaders } from '../../../platform/http/csv.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { checkVoucher, firstNameOf, handOver, takeBack } from '../hand-overs/hand-overs.service.ts'
import { stateAt } from '../vouchers/vouchers.service.ts'
import type { NamedVoucher } from '../vouchers/vouchers.store.ts'
import { exportCsv } from './csv-export.ts'
import * as service from './desk.service.ts'
import { listEvents, listRewardChoices, listVouchers, type VoucherEventRow, type VoucherFilter } from './desk.store.ts'

/** Vouchers for managers, who also hand them over at the Stampus desk. */
export function vouchersDeskRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const present = (row: NamedVoucher) => presentVoucher(row, deps.now())
  registerRoutes(
    app,
    routeContext,
    {
      list: admin.list,
      rewardChoices: admin.rewardChoices,
      exportVouchers: admin.exportVouchers,
      show: admin.show,
      check: admin.check,
      handOver: admin.handOver,
      takeBack: admin.takeBack,
      voidVoucher: admin.voidVoucher,
    },
    {
      list: async ({ page = 1, ...filters }) =>
        toConsolePage(page, await listVouchers(pool, toFilter(filters), deps.now(), page), present),
      rewardChoices: async () => ({ data: await listRewardChoices(pool) }),
      exportVouchers: async (filters, { operator, reply }) => {
        const file = await exportCsv(deps, operator.id, { filters, filter: toFilter(filters), present })
        return reply.headers(csvHeaders('vouchers', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
      },
      show: async ({ id }) => {
        const voucher = await service.getVoucher(pool, id)
        const events = await listEvents(pool, id)
        return { data: { ...present(voucher), events: events.map(presentEvent) } }
      },
      check: async (input, { operator }) => ({
        data: presentChecked(await checkVoucher(deps, { operatorId: operator.id }, input)),
      }),
      handOver: async ({ id, request_id: requestId }, { operator }) => ({
        data: present(await handOver(deps, { by: { operatorId: operator.id }, id, requestId })),
      }),
      takeBack: async ({ id }, { operator }) => ({
        data: present(await takeBack(deps, { operatorId: operator.id }, id)),
      }),
      voidVoucher: async ({ stamps_back: stampsBack, ...input }, { operator }) => ({
        data: present(await service.voidVoucher(deps, operator.id, { ...input, stampsBack })),
      }),
    },
  )
}

function toFilter({ search, member_id, reward_id, state }: admin.VoucherFilters): VoucherFilter {
  return {
    search: search || undefined,
    userId: member_id || undefined,
    rewardId: reward_id || undefined,
    state: state || undefined,
  }
}

function presentVoucher(row: NamedVoucher, now: Date): admin.AdminVoucher {
  const state = stateAt(row, now)
  const isDue = state !== row.state
  return {
    id: row.id,
    number: row.number,
    reward: { id: row.reward_id, title: row.title },
    member: { id: row.user_id, name: row.member_name, is_deleted: row.member_is_deleted },
    merchant: presentMerchant(row),
    conditions: row.conditions,
    stamps: row.stamps,
    owed_sen: state === 'used' ? row.owed_sen : 0,
    claimed_at: row.claimed_at.toISOString(),
    last_day: row.last_day,
    state,
    used_at: row.used_at?.toISOString() ?? null,
    ended_at: (isDue ? (state === 'expired' ? row.expires_at : row.recalled_at) : row.ended_at)?.toISOString() ?? null,
    stamps_back: isDue || row.stamps_back,
  }
}

function presentMerchant({ merchant_id: id, merchant_name: name }: NamedVoucher): admin.AdminVoucher['merchant'] {
  return id === null || name === null ? null : { id, name }
}

function presentChecked(row: NamedVoucher) {
  const name = firstNameOf(row.member_name)
  const { id, title, conditions, last_day, merchant_name: merchant } = row
  return { id, title, conditions, name, merchant, last_day }
}

function presentEvent(row: VoucherEventRow): admin.VoucherEvent {
  const { operator_id, operator_name, created_at, noted_at, ...event } = row
  const operator = operator_id === null ? null : { id: operator_id, name: operator_name }
  return { ...event, operator, noted_at: noted_at?.toISOString() ?? null, created_at: created_at.toISOString() }
}

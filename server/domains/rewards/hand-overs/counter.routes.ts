import * as contract from '@stampus/contract/counter/handOvers'
import { TAKE_BACK_MS, TODAY_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import { names, pick } from '../../../platform/db/names.ts'
import type { AuthenticatedCashier } from '../../../platform/http/authenticators.ts'
import { invalid, notFound, requireFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { withMalay } from '../../../platform/http/present.ts'
import { routes } from '../../../platform/http/route.ts'
import * as service from './hand-overs.service.ts'
import {
  type CounterActor,
  type CounterHandOverRow,
  listCounterHandOvers,
  listOwnHandOvers,
  type ShownVoucher,
} from './hand-overs.store.ts'
import { enterLate } from './offline.service.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** What a cashier does with vouchers on an enrolled phone, and what an owner sees of it. */
export const counterRoutes = routes(contract, (deps: Deps) => {
  const listToday = (merchantId: number) => {
    const { TIME_ZONE } = deps.config
    const since = instantOf(dayIn(TIME_ZONE, deps.now()), '00:00', TIME_ZONE)
    return listCounterHandOvers(deps.db.pool, { merchantId, since, limit: TODAY_MAX })
  }
  return {
    check: async (input, { phone }) => {
      const found = await service.checkVoucher(deps, actorOf(phone), input)
      const shown = pick(found, names('id title title_ms conditions conditions_ms'))
      return { data: { ...withMalay(shown), name: service.firstNameOf(found.member.name) } }
    },
    handOver: async ({ id }, { phone, key }) => {
      const requestId = requireUuid(key)
      const voucher = await service.handOver(deps, { by: actorOf(phone), id, requestId })
      return { data: present(handOverOf(voucher, phone), phone.id) }
    },
    takeBack: async ({ id }, { phone }) => {
      await service.takeBack(deps, actorOf(phone), id)
      return { message: texts.handOverTakenBack }
    },
    enterLate: async ({ noted_at, ...given }, { phone, key }) => {
      const entry = { ...given, notedAt: new Date(noted_at), by: actorOf(phone), requestId: requireUuid(key) }
      const { isWaiting } = await enterLate(deps, entry)
      return { message: isWaiting ? texts.lateWaiting : texts.lateEntered, is_waiting: isWaiting }
    },
    today: async (_, { phone }) => ({
      data: (await listToday(phone.merchantId)).map((row) => present(row, phone.id)),
    }),
    history: async ({ id: merchantId, page = 1 }, { owner }) => {
      const rows = requireFound(await listOwnHandOvers(deps.db.pool, { ownerId: owner.id, merchantId, page }))
      return toConsolePage(page, rows, (row) => present(row))
    },
  }
})

const actorOf = ({ id: phoneId, merchantId, cashier }: AuthenticatedCashier): CounterActor => ({
  phoneId,
  merchantId,
  cashierId: cashier.id,
})

function requireUuid(key: string): string {
  if (!UUID.test(key)) throw invalid('idempotency_key', texts.malformed)
  return key
}

/** The hand-over of a phone that has just been made or repeated. Throws 404 if it was taken back meanwhile. */
function handOverOf(voucher: ShownVoucher, { id, name, cashier }: AuthenticatedCashier): CounterHandOverRow {
  const { id: voucher_id, used_at, handed_over_at: at, member } = voucher
  if (!used_at || !at) throw notFound()
  const phone = { phone_id: id, phone_name: name, cashier_name: voucher.used_by ?? cashier.name }
  const shown = { voucher_id, member_name: member.is_deleted ? null : member.name, way: 'counter' as const }
  return { ...voucher, ...shown, ...phone, at, taken_back_at: null }
}

function present(row: CounterHandOverRow, phoneId?: number) {
  const mayTakeBack = row.phone_id === phoneId && row.state === 'used' && row.taken_back_at === null
  return {
    ...withMalay(row),
    id: row.voucher_id,
    name: row.member_name === null ? texts.deletedMember : service.firstNameOf(row.member_name),
    cashier: row.cashier_name,
    phone: row.phone_name,
    take_back_until: mayTakeBack ? new Date(row.at.getTime() + TAKE_BACK_MS) : null,
  }
}

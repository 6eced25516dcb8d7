import { randomUUID } from 'node:crypto'
import { currentSupplements } from '@stampus/contract/accounts'
import type { AnswerOf } from '@stampus/contract/endpoint'
import type { show } from '@stampus/contract/rewards/vouchers'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../server/deps.ts'
import { insertConsents } from '../../../server/domains/accounts/accounts.store.ts'
import { insertRewards, type NewReward, updateState } from '../../../server/domains/rewards/rewards.store.ts'
import type { TestApp } from '../server/app.ts'
import { createSignedInMember, giveStamps, type SignedInMember } from './accounts.ts'
import { type Answered, connect } from './calls.ts'
import { voucherCode } from './codes.ts'
import { createDesk, type Desk } from './desk.ts'
import { createMerchant } from './merchants.ts'

/** A published reward: one kopi O for two stamps, without limits, unless `given` says otherwise. */
export async function createReward(
  deps: Deps,
  given: Partial<NewReward> = {},
): Promise<{ id: number; version: number }> {
  const { pool } = deps.db
  const merchant_id = given.merchant_id === undefined ? (await createMerchant(deps)).id : given.merchant_id
  const reward = {
    title: 'Kopi O',
    title_ms: null,
    conditions: 'One hot cup. Not together with other offers.',
    conditions_ms: null,
    image_key: null,
    image_placeholder: null,
    stamps: 2,
    owed_sen: merchant_id === null ? 0 : 180,
    stock: null,
    limit_total: null,
    limit_30_days: null,
    start_date: dayIn(deps.config.TIME_ZONE, deps.now()),
    end_date: null,
    valid_days: 14,
    ...given,
    merchant_id,
  }
  const [id = 0] = await insertRewards(pool, [reward], deps.now())
  await updateState(pool, id, 'published')
  return { id, version: 2 }
}

export type Claimant = SignedInMember

/** A verified member with this many stamps, who accepted the supplements, signed in. */
export async function createClaimant(
  deps: Deps,
  stamps: number,
  given: Parameters<typeof createSignedInMember>[1] = {},
): Promise<Claimant> {
  const member = await createSignedInMember(deps, given)
  await insertConsents(deps.db.pool, { userId: member.id, supplements: currentSupplements, at: deps.now() })
  if (stamps !== 0) await giveStamps(deps, member.id, stamps)
  return member
}

/** `version` is the present one of a reward that has changed. */
export type ClaimAnswer = Answered<AnswerOf<typeof show>['data']> & { version?: number }
type DeskAnswer = Answered<{ id: number; state: string; name: string; title: string; events: { kind: string }[] }>
type Voiding = { state?: string | undefined; stamps_back?: boolean; reason?: string | undefined }

/** The calls about vouchers that a manager's console makes. */
export function voucherCallsOf({ call }: Pick<Desk, 'call'>) {
  const post = (path: string, payload: object) => call<DeskAnswer>('POST', path, payload)
  return {
    check: (number: string, code: string) => post('/vouchers/check', { number, code }),
    handOver: (id: number, request_id: string = randomUUID()) => post(`/vouchers/${id}/hand-over`, { request_id }),
    takeBack: (id: number) => post(`/vouchers/${id}/take-back`, {}),
    voidVoucher: (id: number, given: Voiding = {}) =>
      post(`/vouchers/${id}/void`, { state: 'ready', reason: 'Handed over by mistake.', stamps_back: false, ...given }),
    recall: (rewardId: number, version = 2) =>
      post(`/rewards/${rewardId}/recall`, { version, reason: 'The stall has closed.' }),
  }
}

/** A new manager at the desk. */
export async function createVoucherDesk(server: TestApp, given: Parameters<typeof createDesk>[1] = {}) {
  const desk = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong', ...given })
  return { ...desk, ...voucherCallsOf(desk) }
}

/** The calls about vouchers that a member's app makes. */
export function vouchersOf(server: TestApp, { headers }: Pick<Claimant, 'headers'>) {
  const connected = connect(server, { headers })
  const call = <Answer = ClaimAnswer>(...given: Parameters<typeof connected>) => connected<Answer>(...given)
  const claim = ({ id, version }: { id: number; version: number }, key: string = randomUUID()) =>
    call('POST', `/rewards/${id}/vouchers`, { version }, { 'idempotency-key': key })
  /** Opens a voucher on this device. `code` is the one that it shows so many milliseconds from now. */
  const open = async (id: number) => {
    const { data } = await call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
    return (ms = 0) => voucherCode(data.key, server.deps.now().getTime() + ms)
  }
  /** Opens a voucher and lets a manager check its number and its code of now. */
  const check = async ({ id, number }: { id: number; number: string }, desk: Desk) => {
    const code = await open(id)
    return voucherCallsOf(desk).check(number, code())
  }
  return {
    call,
    check,
    claim,
    open,
    /** Claims a new reward. */
    claimNew: async (given: Partial<NewReward> = {}) => (await claim(await createReward(server.deps, given))).data,
    handOver: async (voucher: { id: number; number: string }, desk: Desk) => {
      await check(voucher, desk)
      return voucherCallsOf(desk).handOver(voucher.id)
    },
    giveBack: (id: number) => call('POST', `/vouchers/${id}/return`, {}),
    show: (id: number) => call('GET', `/vouchers/${id}`),
    list: (query = '') => call<{ status: number; data: ClaimAnswer['data'][] }>('GET', `/vouchers${query}`),
    reachedLimits: async () =>
      (await call<{ data: { reward_id: number; again_from: string | null }[] }>('GET', '/reward-limits')).data,
    wallet: async () => (await call<{ data: { stamp_balance: number; available: number } }>('GET', '/wallet')).data,
  }
}

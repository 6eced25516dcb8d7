import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { vouchersCleanUp } from '../../../../server/domains/rewards/vouchers/vouchers.service.ts'
import { createReward, voucherCallsOf, vouchersOf } from '../../../support/api/rewards.ts'
import {
  allowanceOf,
  dayOf,
  hasExpired,
  isDue,
  isReady,
  type Member,
  type Model,
  type Reward,
  stampsOf,
  takenOf,
  terms,
  type Voucher,
} from '../model.ts'
import { memberOf, openCode } from '../scenario.ts'
import { DESK, undoHandOver, use } from './counter.ts'
import { among, asGiven, isRepeat, kind, member, onVoucher } from './kind.ts'

const voucher = fc.nat(5)
const reward = among(0, 1, 2)

export const vouchers = {
  claim: kind({
    weight: 30,
    given: { member, reward, isRepeat },
    sent: asGiven,
    expected: (model, given) => claim(model, model.members[given.member], model.rewards[given.reward]),
    calls: ({ server, members, rewards, vouchers }, given) => {
      const own = vouchersOf(server, members[given.member])
      const key = randomUUID()
      return async () => {
        const { status, data } = await own.claim(rewards[given.reward], given.isRepeat ? key : randomUUID())
        if (status === 201 && !vouchers.some(({ id }) => id === data.id)) {
          vouchers.push({ id: data.id, number: data.number, member: given.member })
          vouchers.sort((one, other) => one.id - other.id)
        }
        return { status }
      }
    },
  }),
  'give back': onVoucher({
    weight: 8,
    given: { voucher },
    sent: 'twice',
    expected: (model, voucher) => {
      if (!isReady(model, voucher) || voucher.member.isDeleted) return false
      end(model, voucher, 'returned', true)
      return true
    },
    calls: (scenario, claimed) => () => memberOf(scenario, claimed).giveBack(claimed.id),
  }),
  'hand over': onVoucher({
    weight: 14,
    given: { voucher, isRepeat },
    sent: asGiven,
    expected: (model, voucher) => {
      if (!isReady(model, voucher) || voucher.member.isDeleted) return false
      use(model, voucher, DESK)
      return true
    },
    calls: async (scenario, claimed, given) => {
      const desk = voucherCallsOf(scenario.manager)
      await desk.check(claimed.number, (await openCode(scenario, claimed)) ?? '0000')
      const key = randomUUID()
      return async () => {
        const { status } = await desk.handOver(claimed.id, given.isRepeat ? key : randomUUID())
        if (status !== 200 && status !== 409) throw new Error(`A hand-over was answered with ${status}`)
        return { status }
      }
    },
  }),
  void: onVoucher({
    weight: 6,
    given: { voucher, stampsBack: fc.boolean() },
    sent: 'twice',
    expected: (model, voucher, given) => voidVoucher(model, voucher, given.stampsBack),
    calls: async ({ manager }, { id }, given) => {
      const { data } = await manager.call<{ data: { state: string } }>('GET', `/vouchers/${id}`)
      const state = data.state === 'used' ? 'used' : 'ready'
      return () => voucherCallsOf(manager).voidVoucher(id, { state, stamps_back: given.stampsBack })
    },
  }),
  expire: kind({
    weight: 4,
    given: {},
    expected: (model) => {
      for (const voucher of model.vouchers) if (isDue(model, voucher)) endReady(model, voucher)
      return true
    },
    calls: (scenario) => async () => {
      await vouchersCleanUp(scenario.server.deps).vouchers?.()
      return { status: 200 }
    },
  }),
  /** Another reward of the same terms takes its place. */
  recall: kind({
    weight: 2,
    given: { reward },
    expected: ({ rewards }, { reward: at }) => {
      rewards[at].isRecalled = true
      rewards[at] = { ...terms[at], isRecalled: false }
      return true
    },
    calls: (scenario, given) => async () => {
      const at = given.reward
      const { server, manager, rewards, owner } = scenario
      const answer = await voucherCallsOf(manager).recall(rewards[at].id, rewards[at].version)
      rewards[at] = await createReward(server.deps, { ...terms[at], merchant_id: owner.merchantId })
      return answer
    },
  }),
  /** What had been decided stays; what waits lapses. */
  'delete account': kind({
    weight: 1,
    given: { member },
    expected: (model, given) => {
      const member = model.members[given.member]
      if (member.isDeleted) return false
      Object.assign(member, { isDeleted: true, waiting: [] })
      for (const voucher of model.vouchers) if (voucher.member === member) endReady(model, voucher, false)
      for (const receipt of model.receipts.filter((one) => one.member === member)) {
        receipt.request = undefined
        if (receipt.status === 'pending') receipt.status = 'rejected'
      }
      return true
    },
    calls: (scenario, given) => async () => {
      const at = given.member
      const { call } = vouchersOf(scenario.server, scenario.members[at])
      const answer = await call('POST', '/user/deletion', { password: scenario.members[at].password })
      if (answer.status < 300) scenario.deleted[at] = true
      return answer
    },
  }),
}

function claim(model: Model, member: Member, reward: Reward): boolean {
  if (member.isDeleted) return false
  const own = model.vouchers.filter((voucher) => voucher.member === member)
  // The member's own vouchers that are due end first, so that their stamps count.
  for (const voucher of own) if (isDue(model, voucher)) endReady(model, voucher)
  const { balance, available } = stampsOf(model, member)
  const counted = own.filter((voucher) => voucher.reward === reward && ['ready', 'used'].includes(voucher.state))
  const recent = counted.filter(({ claimedAt }) => dayOf(claimedAt) > dayOf(model.now) - 30)
  const isRefused =
    balance < 0 ||
    available < reward.stamps ||
    takenOf(model, reward) >= (reward.stock ?? Infinity) ||
    counted.length >= (reward.limit_total ?? Infinity) ||
    recent.length >= (reward.limit_30_days ?? Infinity)
  if (isRefused) return false
  model.vouchers.push({
    ...{ member, reward, state: 'ready', claimedAt: model.now, isBack: false },
    ...{ handOvers: 0, codes: new Set(), late: new Set(), answered: 0 },
  })
  model.entries += 1
  return true
}

function voidVoucher(model: Model, voucher: Voucher, stampsBack: boolean): boolean {
  const { member, reward } = voucher
  const isUsed = voucher.state === 'used'
  if (isUsed ? voucher.hasEnded : !isReady(model, voucher)) return false
  if (stampsBack && member.isDeleted) return false
  // Otherwise it changes nothing of what the member has.
  if (stampsBack === isUsed) {
    if (reward.stamps > allowanceOf(model, member)) return false
    member.changes.push({ stamps: reward.stamps, at: model.now })
  }
  if (isUsed) undoHandOver(model, voucher, 'voided')
  end(model, voucher, 'voided', stampsBack)
  return true
}

function end(model: Model, voucher: Voucher, state: Voucher['state'], isBack: boolean): void {
  Object.assign(voucher, { state, isBack, hasEnded: true })
  model.entries += Number(isBack)
}

/** Ends a ready voucher by itself. One that is due always gives its stamps back. */
function endReady(model: Model, voucher: Voucher, isBack = true): void {
  if (voucher.state !== 'ready') return
  end(model, voucher, hasExpired(model, voucher) ? 'expired' : 'voided', isBack || isDue(model, voucher))
}

/** First what is due to end, then the newest, until the balance is not below zero. */
export function voidBelowZero(model: Model, member: Member): void {
  const ready = model.vouchers.filter((voucher) => voucher.member === member && voucher.state === 'ready').reverse()
  const due = ready.filter((voucher) => isDue(model, voucher))
  for (const voucher of [...due, ...ready.filter((one) => !due.includes(one))])
    if (stampsOf(model, member).balance < 0) endReady(model, voucher)
}

import type { VoucherOperation } from '../operations.ts'
import { confirmAtCounter, DESK, prepareAtCounter, takeBack, undoHandOver, use } from './counter.ts'
import {
  allowanceOf,
  dayOf,
  type Model,
  pickVoucher,
  type Reward,
  stampsOf,
  startOf,
  takenOf,
  terms,
  type Voucher,
  type VoucherState,
} from './state.ts'
import { answerLate } from './statements.ts'

export function claim(model: Model, { member, reward: at }: { member: number; reward: number }): boolean {
  const reward = model.rewards[at]
  if (!reward || model.members[member]?.isDeleted || reward.isRecalled) return false
  // The member's own vouchers that are due end first, so that their stamps count.
  endDue(model, member)
  const { balance, available } = stampsOf(model, member)
  if (balance < 0 || available < reward.stamps) return false
  if (reward.stock !== null && takenOf(model, reward) >= reward.stock) return false
  const own = model.vouchers.filter(
    (voucher) => voucher.reward === reward && voucher.member === member && ['ready', 'used'].includes(voucher.state),
  )
  const recent = own.filter(({ claimedAt }) => dayOf(claimedAt) > dayOf(model.now) - 30)
  if (reward.limit_total !== null && own.length >= reward.limit_total) return false
  if (reward.limit_30_days !== null && recent.length >= reward.limit_30_days) return false
  model.vouchers.push(newVoucher(member, reward, model.now))
  model.entries += 1
  return true
}

const newVoucher = (member: number, reward: Reward, claimedAt: number): Voucher => ({
  member,
  reward,
  state: 'ready',
  claimedAt,
  hasEnded: false,
  isBack: false,
  isRetaken: false,
  checked: undefined,
  usedBy: undefined,
  usedAt: undefined,
  handOvers: 0,
  repeatableBy: undefined,
  codes: new Set(),
  notedAt: undefined,
  late: new Set(),
  answered: 0,
  reportedAt: undefined,
})

/** What happens once before an operation that is sent twice. */
export function prepareVoucher(model: Model, operation: VoucherOperation): void {
  const voucher = pickVoucher(model.vouchers, operation.voucher)
  if (voucher) prepareAtCounter(model, voucher, operation, isReady(model, voucher))
}

export function changeVoucher(model: Model, operation: VoucherOperation): boolean {
  const voucher = pickVoucher(model.vouchers, operation.voucher)
  if (!voucher) return false
  const isDeleted = model.members[voucher.member]?.isDeleted === true
  switch (operation.kind) {
    case 'give back':
      if (!isReady(model, voucher) || isDeleted) return false
      end(model, voucher, 'returned', true)
      return true
    case 'hand over':
      if (!isReady(model, voucher) || isDeleted) return false
      use(model, voucher, DESK)
      return true
    case 'take back':
      return takeBack(model, voucher, DESK)
    case 'void':
      return voidVoucher(model, voucher, operation.stampsBack)
    case 'answer late':
      return answerLate(model, voucher, operation.isPaid)
    default:
      return confirmAtCounter(model, voucher, operation, isReady(model, voucher))
  }
}

function voidVoucher(model: Model, voucher: Voucher, stampsBack: boolean): boolean {
  const { member, reward } = voucher
  const isUsed = voucher.state === 'used'
  if (isUsed ? voucher.hasEnded : !isReady(model, voucher)) return false
  if (stampsBack && model.members[member]?.isDeleted) return false
  // Otherwise it changes nothing of what the member has.
  if (stampsBack === isUsed) {
    if (reward.stamps > allowanceOf(model, member)) return false
    model.changes.push({ member, stamps: reward.stamps, at: model.now })
  }
  if (isUsed) undoHandOver(model, voucher, 'voided')
  end(model, voucher, 'voided', stampsBack)
  return true
}

function end(model: Model, voucher: Voucher, state: VoucherState, isBack: boolean): void {
  Object.assign(voucher, { state, isBack, hasEnded: true })
  model.entries += Number(isBack)
}

/** A voucher ends with the end of its last day. */
function hasExpired({ now }: Model, { claimedAt, reward }: Voucher): boolean {
  return now >= startOf(dayOf(claimedAt) + reward.valid_days + 1)
}

/** The ready vouchers that end by themselves: of a recalled reward, or expired. */
function isDue(model: Model, voucher: Voucher): boolean {
  return voucher.reward.isRecalled || hasExpired(model, voucher)
}

const isReady = (model: Model, voucher: Voucher) => voucher.state === 'ready' && !isDue(model, voucher)

const endAsDue = (model: Model, voucher: Voucher) =>
  end(model, voucher, hasExpired(model, voucher) ? 'expired' : 'voided', true)

/** Ends what is due, of all members or of one. */
export function endDue(model: Model, member?: number): boolean {
  for (const voucher of model.vouchers) {
    const isMeant = member === undefined || voucher.member === member
    if (isMeant && voucher.state === 'ready' && isDue(model, voucher)) endAsDue(model, voucher)
  }
  return true
}

/** First what is due to end, then the newest, until the balance is not below zero. */
export function voidBelowZero(model: Model, member: number): void {
  const ready = model.vouchers.filter((voucher) => voucher.member === member && voucher.state === 'ready').reverse()
  const due = ready.filter((voucher) => isDue(model, voucher))
  for (const voucher of [...due, ...ready.filter((one) => !due.includes(one))]) {
    if (stampsOf(model, member).balance >= 0) return
    if (due.includes(voucher)) endAsDue(model, voucher)
    else end(model, voucher, 'voided', true)
  }
}

/** Another reward of the same terms takes its place. */
export function recall(model: Model, at: number): boolean {
  const [reward, again] = [model.rewards[at], terms[at]]
  if (!reward || !again) return false
  reward.isRecalled = true
  model.rewards[at] = { ...again, isRecalled: false }
  return true
}

/** The vouchers of a deleted member that are ready end. */
export function endOfDeleted(model: Model, member: number): void {
  for (const voucher of model.vouchers)
    if (voucher.member === member && voucher.state === 'ready') {
      if (isDue(model, voucher)) endAsDue(model, voucher)
      else end(model, voucher, 'voided', false)
    }
}

import { UNDO_MS } from '@stampus/contract/limits'
import {
  type Confirmations,
  confirmOnce,
  DESK,
  FOREIGN,
  newConfirmations,
  prepareAtCounter,
  type Situation,
  type Tries,
  takeBack,
  use,
} from './counter-model.ts'
import type { Operation } from './vouchers-operations.ts'

const DAY_MS = 86_400_000

type Status = 'pending' | 'approved' | 'rejected'
type State = 'ready' | 'used' | 'returned' | 'expired' | 'voided'
type Receipt = { member: number; earns: number; status: Status; decidedAt: number; isReversal: boolean }
type Reward = RewardTerms & { isRecalled: boolean }
type Voucher = Confirmations & {
  member: number
  reward: Reward
  state: State
  claimedAt: number
  isBack: boolean
}

/** What a reward costs, and its limits. */
export type RewardTerms = {
  stamps: number
  stock: number | null
  limit_total: number | null
  limit_30_days: number | null
  valid_days: number
}

/** The rewards of a sequence: a short one, one with a stock, and one with limits. */
export const terms: RewardTerms[] = [
  { stamps: 2, stock: null, limit_total: null, limit_30_days: null, valid_days: 30 },
  { stamps: 3, stock: 3, limit_total: null, limit_30_days: null, valid_days: 1 },
  { stamps: 1, stock: 6, limit_total: 4, limit_30_days: 2, valid_days: 60 },
]

/** The expected state, written from the specification and not from the product. */
export type Model = {
  now: number
  adjusted: number[]
  deleted: boolean[]
  receipts: Receipt[]
  rewards: Reward[]
  vouchers: Voucher[]
  entries: number
  /** The numbers of the phones at the merchant's two places, and how many there were. */
  phones: number[]
  phonesMade: number
  /** Of each member. */
  tries: Tries[]
  /** The day of an instant, counted from any day, and the first instant of a day. */
  calendar: { dayOf(instant: number): number; startOf(day: number): number }
}

/** This member is one of the merchant's people. */
export const STAFF = 2

/** What each member gets at first, in one entry. */
export const FIRST_STAMPS = 6

export function newModel(now: number, zoneOffsetMs: number): Model {
  return {
    now,
    adjusted: [FIRST_STAMPS, FIRST_STAMPS, FIRST_STAMPS],
    deleted: [false, false, false],
    receipts: [],
    rewards: terms.map((given) => ({ ...given, isRecalled: false })),
    vouchers: [],
    entries: 3,
    phones: [1, 2],
    phonesMade: 2,
    tries: Array.from({ length: 3 }, () => ({ hits: 0, until: 0 })),
    calendar: {
      dayOf: (instant) => Math.floor((instant + zoneOffsetMs) / DAY_MS),
      startOf: (day) => day * DAY_MS - zoneOffsetMs,
    },
  }
}

const LATEST_RECEIPTS = 4
const LATEST_VOUCHERS = 6

/** The receipt, or the voucher, that an operation refers to; undefined while there are none. */
export const pickReceipt = <R>(receipts: R[], at: number): R | undefined =>
  receipts.slice(-LATEST_RECEIPTS).at(at % LATEST_RECEIPTS)
export const pickVoucher = <V>(vouchers: V[], at: number): V | undefined =>
  vouchers.slice(-LATEST_VOUCHERS).at(at % LATEST_VOUCHERS)

/** Operations that are sent twice at the same moment. */
export const SENT_TWICE = new Set<Operation['kind']>([
  ...(['undo', 'reverse', 'adjust', 'claim', 'give back', 'hand over', 'take back', 'void'] as const),
  ...(['hand over at counter', 'take back at counter', 'confirm offline', 'enter late'] as const),
])

/** Applies an operation as often as it is sent, and returns how often it is accepted. */
export function apply(model: Model, operation: Operation): number {
  if ('voucher' in operation) {
    const voucher = pickVoucher(model.vouchers, operation.voucher)
    if (voucher) prepareAtCounter(situationOf(model, voucher), operation)
  }
  const once = attempt(model, operation)
  if (!SENT_TWICE.has(operation.kind)) return Number(once)
  // A repeat of the same request is accepted, and changes nothing.
  if (operation.kind === 'adjust') return once ? 2 : 0
  if (operation.kind === 'claim' && !operation.withTwoKeys) return once ? 2 : 0
  if (operation.kind === 'hand over' && !operation.withTwoIds) return once ? 2 : 0
  if (operation.kind === 'hand over at counter' && !operation.withTwoKeys) return once ? 2 : 0
  if (operation.kind === 'enter late' && !operation.withTwoKeys) return once ? 2 : 0
  return Number(once) + Number(attempt(model, operation))
}

function attempt(model: Model, operation: Operation): boolean {
  switch (operation.kind) {
    case 'wait':
      model.now += operation.seconds * 1000
      return true
    case 'receipt':
      return addReceipt(model, operation)
    case 'adjust':
      return adjust(model, operation)
    case 'claim':
      return claim(model, operation)
    case 'expire':
      return endDue(model)
    case 'recall':
      return recall(model, operation.reward)
    case 'delete account':
      return deleteAccount(model, operation.member)
    case 'end cashier':
      return true
    case 'end phone':
      model.phonesMade += 1
      model.phones[operation.phone] = model.phonesMade
      return true
    case 'approve':
    case 'undo':
    case 'reverse':
      return changeReceipt(model, operation)
    default:
      return changeVoucher(model, operation)
  }
}

function addReceipt(model: Model, { member, stamps }: { member: number; stamps: number }): boolean {
  if (model.deleted[member]) return false
  const receipt: Receipt = { member, earns: stamps, status: 'pending', decidedAt: 0, isReversal: false }
  model.receipts.push(receipt)
  decide(model, receipt, 'approved', false)
  return true
}

function decide(model: Model, receipt: Receipt, status: 'approved' | 'rejected', isReversal: boolean): void {
  Object.assign(receipt, { status, decidedAt: model.now, isReversal })
  model.entries += Number(status === 'approved')
}

function revoke(model: Model, receipt: Receipt): void {
  model.entries += Number(receipt.status === 'approved')
  receipt.status = 'pending'
}

function changeReceipt(model: Model, operation: Extract<Operation, { receipt: number }>): boolean {
  const receipt = pickReceipt(model.receipts, operation.receipt)
  if (!receipt || model.deleted[receipt.member]) return false
  const isUndoable = !receipt.isReversal && model.now - receipt.decidedAt <= UNDO_MS
  if (operation.kind === 'approve') {
    if (receipt.status !== 'pending') return false
    decide(model, receipt, 'approved', false)
    return true
  }
  if (receipt.status === 'pending') return false
  if (operation.kind === 'undo') {
    if (isUndoable) revoke(model, receipt)
    return isUndoable
  }
  if (isUndoable || receipt.status === operation.status) return false
  const wasApproved = receipt.status === 'approved'
  revoke(model, receipt)
  if (operation.status !== 'pending') decide(model, receipt, operation.status, true)
  if (wasApproved) voidBelowZero(model, receipt.member)
  return true
}

function adjust(model: Model, { member, stamps }: { member: number; stamps: number }): boolean {
  if (model.deleted[member]) return false
  model.adjusted[member] = (model.adjusted[member] ?? 0) + stamps
  model.entries += 1
  return true
}

/** A member's balance, and how much of it can be spent. */
export function stampsOf(model: Model, member: number): { balance: number; available: number } {
  const approved = model.receipts.filter((receipt) => receipt.member === member && receipt.status === 'approved')
  const undoable = approved.filter(({ isReversal, decidedAt }) => !isReversal && model.now - decidedAt <= UNDO_MS)
  const spent = model.vouchers.filter((voucher) => voucher.member === member && !voucher.isBack)
  const earned = sum(approved.map(({ earns }) => earns)) + (model.adjusted[member] ?? 0)
  const balance = earned - sum(spent.map(({ reward }) => reward.stamps))
  return { balance, available: balance - sum(undoable.map(({ earns }) => earns)) }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** How many of a reward are ready or were handed over. */
export function takenOf({ vouchers }: Model, reward: Reward): number {
  const isTaken = ({ state, usedAt }: Voucher) => state === 'ready' || usedAt !== undefined
  return vouchers.filter((voucher) => voucher.reward === reward && isTaken(voucher)).length
}

function claim(model: Model, { member, reward: at }: { member: number; reward: number }): boolean {
  const reward = model.rewards[at]
  if (!reward || model.deleted[member] || reward.isRecalled) return false
  // The member's own vouchers that are due end first, so that their stamps count.
  endDue(model, member)
  const { balance, available } = stampsOf(model, member)
  if (balance < 0 || available < reward.stamps) return false
  if (reward.stock !== null && takenOf(model, reward) >= reward.stock) return false
  const own = model.vouchers.filter(
    (voucher) => voucher.reward === reward && voucher.member === member && ['ready', 'used'].includes(voucher.state),
  )
  const { dayOf } = model.calendar
  const recent = own.filter(({ claimedAt }) => dayOf(claimedAt) > dayOf(model.now) - 30)
  if (reward.limit_total !== null && own.length >= reward.limit_total) return false
  if (reward.limit_30_days !== null && recent.length >= reward.limit_30_days) return false
  model.vouchers.push({ member, reward, state: 'ready', claimedAt: model.now, isBack: false, ...newConfirmations() })
  model.entries += 1
  return true
}

/** A voucher ends with the end of its last day. */
function hasExpired({ now, calendar }: Model, { claimedAt, reward }: Voucher): boolean {
  return now >= calendar.startOf(calendar.dayOf(claimedAt) + reward.valid_days + 1)
}

function end(model: Model, voucher: Voucher, state: State, isBack: boolean): void {
  Object.assign(voucher, { state, isBack })
  model.entries += Number(isBack)
}

function changeVoucher(model: Model, operation: Extract<Operation, { voucher: number }>): boolean {
  const voucher = pickVoucher(model.vouchers, operation.voucher)
  if (!voucher) return false
  const situation = situationOf(model, voucher)
  const { isReady, isDeleted } = situation
  switch (operation.kind) {
    case 'give back':
      if (!isReady || isDeleted) return false
      end(model, voucher, 'returned', true)
      return true
    case 'hand over':
      if (!isReady || isDeleted) return false
      use(situation, DESK)
      return true
    case 'take back':
      return takeBack(situation, DESK)
    case 'void':
      if (!isReady && voucher.state !== 'used') return false
      if (isDeleted && operation.stampsBack) return false
      end(model, voucher, 'voided', operation.stampsBack)
      return true
    default:
      return confirmOnce(situation, operation)
  }
}

function situationOf(model: Model, voucher: Voucher): Situation {
  const { member } = voucher
  return {
    now: model.now,
    voucher,
    phones: model.phones.slice(0, FOREIGN),
    tries: model.tries[member] ?? { hits: 0, until: 0 },
    isReady: voucher.state === 'ready' && !isDue(model, voucher),
    isDeleted: model.deleted[member] === true,
    isStaff: member === STAFF,
    isBelowZero: stampsOf(model, member).balance < 0,
  }
}

/** The ready vouchers that end by themselves: of a recalled reward, or expired. */
function isDue(model: Model, voucher: Voucher): boolean {
  return voucher.reward.isRecalled || hasExpired(model, voucher)
}

const stateWhenDue = (model: Model, voucher: Voucher): State => (hasExpired(model, voucher) ? 'expired' : 'voided')

/** Ends what is due, of all members or of one. */
function endDue(model: Model, member?: number): boolean {
  for (const voucher of model.vouchers) {
    const isMeant = member === undefined || voucher.member === member
    if (isMeant && voucher.state === 'ready' && isDue(model, voucher))
      end(model, voucher, stateWhenDue(model, voucher), true)
  }
  return true
}

/** First what is due to end, then the newest, until the balance is not below zero. */
function voidBelowZero(model: Model, member: number): void {
  const ready = model.vouchers.filter((voucher) => voucher.member === member && voucher.state === 'ready').reverse()
  const due = ready.filter((voucher) => isDue(model, voucher))
  for (const voucher of [...due, ...ready.filter((one) => !due.includes(one))]) {
    if (stampsOf(model, member).balance >= 0) return
    end(model, voucher, due.includes(voucher) ? stateWhenDue(model, voucher) : 'voided', true)
  }
}

/** Another reward of the same terms takes its place. */
function recall(model: Model, at: number): boolean {
  const reward = model.rewards[at]
  if (!reward) return false
  reward.isRecalled = true
  model.rewards[at] = { ...reward, isRecalled: false }
  return true
}

/** Receipts and vouchers stay; those that are ready end. */
function deleteAccount(model: Model, member: number): boolean {
  if (model.deleted[member]) return false
  model.deleted[member] = true
  for (const voucher of model.vouchers)
    if (voucher.member === member && voucher.state === 'ready') {
      if (isDue(model, voucher)) end(model, voucher, stateWhenDue(model, voucher), true)
      else end(model, voucher, 'voided', false)
    }
  for (const receipt of model.receipts)
    if (receipt.member === member && receipt.status === 'pending') receipt.status = 'rejected'
  return true
}

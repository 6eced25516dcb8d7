import { UNDO_MS } from '@stampus/contract/limits'

const DAY_MS = 86_400_000
/** Malaysia has no daylight saving time. */
const ZONE_OFFSET_MS = 8 * 3_600_000

export type Status = 'pending' | 'approved' | 'rejected'
/** A reviewer by the index of the desk, or one of two managers. */
export type Operator = 0 | 1 | 'manager' | 'second'
/** A request to a second operator: an approval of an amount, or a reversal. */
export type Request =
  | { kind: 'approval'; by: Operator; corrected: number | undefined }
  | { kind: 'reversal'; status: Status; change: number }
type Decision = { by: Operator; at: number; isReversal: boolean; request: Request | undefined }
export type Receipt = {
  member: number
  typed: number
  status: Status
  stamps: number
  decision: Decision | undefined
  request: Request | undefined
}

/** What a reward costs and its merchant is owed for it, and its limits. */
export type RewardTerms = {
  stamps: number
  owed_sen: number
  stock: number | null
  limit_total: number | null
  limit_30_days: number | null
  valid_days: number
}
export type Reward = RewardTerms & { isRecalled: boolean }

const unlimited = { stock: null, limit_total: null, limit_30_days: null }
/** The rewards of a sequence: one without limits, a short one with a stock, and one with limits. */
export const terms: RewardTerms[] = [
  { ...unlimited, stamps: 2, owed_sen: 180, valid_days: 30 },
  { ...unlimited, stamps: 3, owed_sen: 250, stock: 3, valid_days: 1 },
  { stamps: 1, owed_sen: 90, stock: 6, limit_total: 4, limit_30_days: 2, valid_days: 60 },
]

export type VoucherState = 'ready' | 'used' | 'returned' | 'expired' | 'voided'
export type Voucher = {
  member: number
  reward: Reward
  state: VoucherState
  claimedAt: number
  hasEnded: boolean
  /** Whether its stamps were given back, and taken again because it was handed over after all. */
  isBack: boolean
  isRetaken: boolean
  checked: { by: number; at: number } | undefined
  usedBy: number | undefined
  usedAt: number | undefined
  handOvers: number
  /** The phone that made the last hand-over, which it may repeat. */
  repeatableBy: number | undefined
  /** The codes of counters that were used, by phone and step. */
  codes: Set<string>
  /** When number and code were noted without a network. */
  notedAt: number | undefined
  /** The late entries that went before a manager, by phone and minute, and how many were answered. */
  late: Set<string>
  answered: number
  /** When it was handed over, as the merchant reported it last; undefined at the Stampus desk. */
  reportedAt: number | undefined
}

/** What a merchant is owed, or owes: a line of a statement once that is issued. */
export type Item = {
  kind: 'used' | 'unused' | 'voided' | 'refused' | 'adjusted'
  voucher: Voucher
  sen: number
  at: number
  /** What took a hand-over back. */
  undone: 'unused' | 'voided' | undefined
  statement: Statement | undefined
  dispute: 'open' | 'answered' | undefined
}
/** What was not billed yet. */
export const newItem = (kind: Item['kind'], voucher: Voucher, sen: number, at: number): Item => ({
  ...{ kind, voucher, sen, at },
  ...{ undone: undefined, statement: undefined, dispute: undefined },
})
export type Statement = {
  month: string
  items: Item[]
  /** Who issued it and answered its disputes. */
  managers: Set<Operator>
  isAccepted: boolean
  paidBy: Operator | undefined
}

/** `adjusted` are the stamps that a manager gave or took, `waiting` those that the second one has to confirm. */
export type Member = { adjusted: number; waiting: number[]; isDeleted: boolean; tries: { hits: number; until: number } }

/** The expected state, written from the specification and not from the product. */
export type Model = {
  now: number
  members: Member[]
  receipts: Receipt[]
  /** The one receipt that each desk has open. */
  leases: Map<Operator, { receipt: Receipt; until: number }>
  /** The stamps that the manager changed alone. */
  changes: { member: number; stamps: number; at: number }[]
  rewards: Reward[]
  vouchers: Voucher[]
  items: Item[]
  statements: Statement[]
  /** The lines whose disputes were not answered, the oldest first. */
  disputes: Item[]
  /** All entries in the ledger. */
  entries: number
  /** The numbers of the phones at the merchant's two places, and how many there were. */
  phones: number[]
  phonesMade: number
}

/** What each member gets at first, in one entry. */
export const FIRST_STAMPS = 6
/** This member is one of the merchant's people. */
export const STAFF = 2

const newMember = (): Member => ({
  adjusted: FIRST_STAMPS,
  waiting: [],
  isDeleted: false,
  tries: { hits: 0, until: 0 },
})

export const newModel = (now: number): Model => ({
  now,
  members: [newMember(), newMember(), newMember()],
  receipts: [],
  leases: new Map(),
  changes: [],
  rewards: terms.map((given) => ({ ...given, isRecalled: false })),
  vouchers: [],
  items: [],
  statements: [],
  disputes: [],
  entries: 3,
  phones: [1, 2],
  phonesMade: 2,
})

/** The one of the latest few that an operation refers to; undefined while there are none. */
const pickAmong =
  (latest: number) =>
  <One>(all: One[], at: number): One | undefined =>
    all.slice(-latest).at(at % latest)
export const pickReceipt = pickAmong(4)
export const pickVoucher = pickAmong(6)
export const pickStatement = pickAmong(3)

/** The day of an instant, counted from any day, and the first instant of a day. */
export const dayOf = (instant: number) => Math.floor((instant + ZONE_OFFSET_MS) / DAY_MS)
export const startOf = (day: number) => day * DAY_MS - ZONE_OFFSET_MS
export const monthOf = (instant: number) => new Date(instant + ZONE_OFFSET_MS).toISOString().slice(0, 7)

export const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** A member's balance, and how much of it can be spent: not what an approval earned that can still be undone. */
export function stampsOf(model: Model, member: number): { balance: number; available: number } {
  const own = model.receipts.filter((receipt) => receipt.member === member)
  const isUndoable = ({ decision }: Receipt) =>
    decision !== undefined && !decision.isReversal && model.now - decision.at <= UNDO_MS
  const spent = model.vouchers.filter((voucher) => voucher.member === member && (!voucher.isBack || voucher.isRetaken))
  const earned = sum(own.map(({ stamps }) => stamps)) + (model.members[member]?.adjusted ?? 0)
  const balance = earned - sum(spent.map(({ reward }) => reward.stamps))
  return { balance, available: balance - sum(own.filter(isUndoable).map(({ stamps }) => stamps)) }
}

/**
 * The stamps that a manager may adjust, reverse and change by voiding for one member in a week without a second one.
 */
const WEEKLY_ALLOWANCE = 50

/** What is left of it. Requests that wait count too. */
export function allowanceOf({ now, members, changes, receipts }: Model, member: number): number {
  const done = changes.filter((change) => change.member === member && change.at > now - 7 * DAY_MS)
  const reversals = receipts.flatMap(({ member: of, request }) =>
    of === member && request?.kind === 'reversal' ? [request.change] : [],
  )
  const asked = [...(members[member]?.waiting ?? []), ...reversals].map(Math.abs)
  return Math.max(0, WEEKLY_ALLOWANCE - sum(done.map(({ stamps }) => stamps)) - sum(asked))
}

/** How many of a reward are ready or were handed over. */
export function takenOf({ vouchers }: Model, reward: Reward): number {
  const isTaken = ({ state, usedAt }: Voucher) => state === 'ready' || usedAt !== undefined
  return vouchers.filter((voucher) => voucher.reward === reward && isTaken(voucher)).length
}

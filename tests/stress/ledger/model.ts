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
export type Receipt = {
  member: Member
  typed: number
  status: Status
  stamps: number
  decision?: { by: Operator; at: number; isReversal: boolean; request: Request | undefined } | undefined
  request?: Request | undefined
}

/** What a reward costs and its merchant is owed for it, and its limits. */
type RewardTerms = {
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
export const terms: [RewardTerms, RewardTerms, RewardTerms] = [
  { ...unlimited, stamps: 2, owed_sen: 180, valid_days: 30 },
  { ...unlimited, stamps: 3, owed_sen: 250, stock: 3, valid_days: 1 },
  { stamps: 1, owed_sen: 90, stock: 6, limit_total: 4, limit_30_days: 2, valid_days: 60 },
]

export type Voucher = {
  member: Member
  reward: Reward
  state: 'ready' | 'used' | 'returned' | 'expired' | 'voided'
  claimedAt: number
  hasEnded?: boolean
  /** Whether its stamps were given back, and taken again because it was handed over after all. */
  isBack: boolean
  isRetaken?: boolean
  usedBy?: number | undefined
  usedAt?: number | undefined
  handOvers: number
  /** The codes of counters that were used, by phone and step. */
  codes: Set<string>
  /** When number and code were noted without a network. */
  notedAt?: number
  /** The late entries that went before a manager, by phone and minute, and how many were answered. */
  late: Set<string>
  answered: number
  /** When it was handed over, as the merchant reported it last; undefined at the Stampus desk. */
  reportedAt?: number | undefined
}

/** What a merchant is owed, or owes: a line of a statement once that is issued. */
export type Item = {
  kind: 'used' | 'unused' | 'voided' | 'refused'
  voucher: Voucher
  sen: number
  at: number
  /** What took a hand-over back. */
  undone?: 'unused' | 'voided'
  statement?: Statement
}
export type Statement = {
  month: string
  items: Item[]
  issuedBy: Operator
  paidBy?: Operator
}

export type Member = {
  /** Whether this is one of the merchant's people. */
  isStaff: boolean
  isDeleted: boolean
  /** The stamps that a manager gave or took, and those that the second one has to confirm. */
  adjusted: number
  waiting: number[]
  /** The stamps that the manager changed alone. */
  changes: { stamps: number; at: number }[]
  tries: { hits: number; until: number }
}

/** What each member gets at first, in one entry. */
export const FIRST_STAMPS = 6

/** The expected state, written from the specification and not from the product. */
export type Model = ReturnType<typeof newModel>

export const newModel = (now: number) => ({
  now,
  members: [newMember(), newMember(), newMember(true)] as [Member, Member, Member],
  receipts: [] as Receipt[],
  /** The one receipt that each desk has open. */
  leases: new Map<Operator, { receipt: Receipt; until: number }>(),
  rewards: terms.map((given) => ({ ...given, isRecalled: false })) as [Reward, Reward, Reward],
  vouchers: [] as Voucher[],
  items: [] as Item[],
  statements: [] as Statement[],
  /** All entries in the ledger. */
  entries: 3,
  /** The numbers of the merchant's phones, and the phone of another merchant. */
  phones: [1, 2, undefined] as const,
})

const newMember = (isStaff = false): Member => ({
  ...{ isStaff, isDeleted: false, adjusted: FIRST_STAMPS },
  ...{ waiting: [], changes: [], tries: { hits: 0, until: 0 } },
})

/** The one of the latest few that an operation refers to; undefined while there are none. */
const pickAmong =
  (latest: number) =>
  <One>(all: One[], at: number): One | undefined =>
    all.slice(-latest).at(at % latest)
export const pickReceipt = pickAmong(4)
export const pickVoucher = pickAmong(6)
export const pickStatement = pickAmong(3)

/** The day of an instant, counted from any day. */
export const dayOf = (instant: number) => Math.floor((instant + ZONE_OFFSET_MS) / DAY_MS)
export const monthOf = (instant: number) => new Date(instant + ZONE_OFFSET_MS).toISOString().slice(0, 7)

export const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** A member's balance, and how much of it can be spent: not what an approval earned that can still be undone. */
export function stampsOf({ now, receipts, vouchers }: Model, member: Member): { balance: number; available: number } {
  const own = receipts.filter((receipt) => receipt.member === member)
  const isUndoable = ({ decision }: Receipt) => decision && !decision.isReversal && now - decision.at <= UNDO_MS
  const spent = vouchers.filter((voucher) => voucher.member === member && (!voucher.isBack || voucher.isRetaken))
  const earned = sum(own.map(({ stamps }) => stamps)) + member.adjusted
  const balance = earned - sum(spent.map(({ reward }) => reward.stamps))
  return { balance, available: balance - sum(own.filter(isUndoable).map(({ stamps }) => stamps)) }
}

/** The stamps that a manager may adjust, reverse and change by voiding for one member in a week without a second one. */
const WEEKLY_ALLOWANCE = 50

/** What is left of it. Requests that wait count too. */
export function allowanceOf({ now, receipts }: Model, member: Member): number {
  const done = member.changes.filter(({ at }) => at > now - 7 * DAY_MS).map(({ stamps }) => stamps)
  const reversals = receipts.flatMap((receipt) =>
    receipt.member === member && receipt.request?.kind === 'reversal' ? [receipt.request.change] : [],
  )
  return Math.max(0, WEEKLY_ALLOWANCE - sum([...done, ...member.waiting, ...reversals].map(Math.abs)))
}

/** How many of a reward are ready or were handed over. */
export function takenOf({ vouchers }: Model, reward: Reward): number {
  const isTaken = ({ state, usedAt }: Voucher) => state === 'ready' || usedAt !== undefined
  return vouchers.filter((voucher) => voucher.reward === reward && isTaken(voucher)).length
}

/** A voucher ends with the end of its last day. */
export const hasExpired = ({ now }: Model, { claimedAt, reward }: Voucher) =>
  dayOf(now) > dayOf(claimedAt) + reward.valid_days

/** Whether a ready voucher ends by itself: of a recalled reward, or expired. */
export const isDue = (model: Model, voucher: Voucher) => voucher.reward.isRecalled || hasExpired(model, voucher)

export const isReady = (model: Model, voucher: Voucher) => voucher.state === 'ready' && !isDue(model, voucher)

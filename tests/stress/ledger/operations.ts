import fc from 'fast-check'

const MEMBERS = 3
const REWARDS = 3
const DAY_SECONDS = 86_400
/** So long that each month is over. */
export const MONTH_SECONDS = 33 * DAY_SECONDS

/**
 * An operation on a decided or undecided receipt, by one of two reviewers, by the manager, or by the second manager,
 * who confirms.
 */
export type ReceiptOperation =
  | { kind: 'decide'; receipt: number; desk: 0 | 1; status: 'approved' | 'rejected'; corrected: number | undefined }
  | { kind: 'decide at once'; receipt: number }
  | { kind: 'undo'; receipt: number; desk: 0 | 1 }
  | { kind: 'reverse'; receipt: number; status: 'approved' | 'rejected' | 'pending' }
  | { kind: 'answer'; receipt: number; by: 0 | 1 | 'second'; confirms: boolean }

/** An operation on a voucher at a counter: on one of its two phones, or on the phone of another merchant. */
export type CounterOperation =
  | { kind: 'check at counter'; voucher: number; phone: number }
  | { kind: 'hand over at counter'; voucher: number; phone: number; checksFirst: boolean; isRepeat: boolean }
  /** With the key of the last hand-over. */
  | { kind: 'repeat at counter'; voucher: number; phone: number }
  | { kind: 'take back at counter'; voucher: number; phone: number }
  | { kind: 'confirm offline'; voucher: number; phone: number }
  /** Number, code and time, as without a network. */
  | { kind: 'note'; voucher: number }
  /** What was noted before, or just now. */
  | { kind: 'enter late'; voucher: number; phone: number; notesFirst: boolean; isRepeat: boolean }

export type VoucherOperation =
  | CounterOperation
  | { kind: 'give back'; voucher: number }
  | { kind: 'hand over'; voucher: number; isRepeat: boolean }
  | { kind: 'take back'; voucher: number }
  | { kind: 'void'; voucher: number; stampsBack: boolean }
  /** A manager says whether the merchant is paid for what was entered late. */
  | { kind: 'answer late'; voucher: number; isPaid: boolean }

/** An operation on what the merchant is owed. */
export type StatementOperation =
  /** Twice at once: by one manager, or by two. A month may pass before. */
  | { kind: 'issue statement'; isRepeat: boolean; waits: boolean }
  | { kind: 'accept statement'; statement: number }
  | { kind: 'pay statement'; statement: number; by: 'manager' | 'second' }
  | { kind: 'dispute line'; statement: number; line: number }
  /** Of the oldest open dispute. */
  | { kind: 'answer dispute'; by: 'manager' | 'second'; sen: number }

/**
 * A receipt, a voucher or a statement is one of the latest few, by its index. `isRepeat`: twice at once with the same
 * key, otherwise with two keys.
 */
export type Operation =
  | { kind: 'wait'; seconds: number }
  | { kind: 'submit'; member: number; sen: number; isApproved: boolean }
  | ReceiptOperation
  | { kind: 'adjust'; member: number; stamps: number }
  | { kind: 'answer adjustment'; member: number; confirms: boolean }
  | { kind: 'delete account'; member: number }
  | { kind: 'claim'; member: number; reward: number; isRepeat: boolean }
  | { kind: 'expire' }
  | { kind: 'recall'; reward: number }
  | VoucherOperation
  | { kind: 'end phone'; phone: number }
  | { kind: 'end cashier'; phone: number }
  | StatementOperation

export type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** A repeat of these is the same request, which is accepted again and changes nothing. */
const REPEATED: Operation['kind'][] = [
  'adjust',
  'accept statement',
  'pay statement',
  'dispute line',
  'answer dispute',
  'answer late',
]
/** Of these at most one of two is accepted. */
const ONCE: Operation['kind'][] = [
  'undo',
  'reverse',
  'give back',
  'take back',
  'void',
  'take back at counter',
  'confirm offline',
]

/** Whether an operation is sent twice at the same moment, and as which. */
export function isSentAs(operation: Operation): 'repeat' | 'two' | 'one' {
  if ('isRepeat' in operation) return operation.isRepeat ? 'repeat' : 'two'
  if (REPEATED.includes(operation.kind)) return 'repeat'
  return ONCE.includes(operation.kind) ? 'two' : 'one'
}

const member = fc.nat(MEMBERS - 1)
const reward = fc.nat(REWARDS - 1)
const receipt = fc.nat(3)
const desk = fc.constantFrom(0 as const, 1 as const)
const voucher = fc.nat(5)
/** Mostly the same ones, so that what belongs together often meets. */
const atCounter = { voucher: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5), phone: fc.constantFrom(0, 0, 0, 0, 1, 2) }
const ownPhone = fc.nat(1)
/** Mostly a few stamps, sometimes an amount that needs a second operator. */
const sen = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 8999 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9000, max: 50_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50_001, max: 60_000 }) },
)
const statement = fc.nat(2)
const by = fc.constantFrom('manager' as const, 'second' as const)
const isRepeat = fc.boolean()

type Given<Kind extends Operation['kind']> = Omit<Of<Kind>, 'kind'>

function often<Kind extends Operation['kind']>(
  weight: number,
  kind: Kind,
  given: { [Field in keyof Given<Kind>]: fc.Arbitrary<Given<Kind>[Field]> },
) {
  const arbitrary = fc.record({ kind: fc.constant(kind), ...given }) as unknown as fc.Arbitrary<Operation>
  return { weight, kind, arbitrary }
}

/** All operations. Simpler ones come first, so that a failure is reported with few operations. */
const all = [
  // The wait decides what can still be undone or taken back, what has expired, and which month is over.
  often(12, 'wait', { seconds: fc.constantFrom(0, 11, 11, 11, 61, 301, 2 * DAY_SECONDS, MONTH_SECONDS) }),
  often(14, 'submit', { member, sen, isApproved: fc.constantFrom(true, true, true, false) }),
  often(7, 'decide', {
    receipt,
    desk,
    status: fc.constantFrom('approved', 'approved', 'rejected'),
    corrected: fc.option(sen, { nil: undefined, freq: 2 }),
  }),
  often(3, 'decide at once', { receipt }),
  often(7, 'undo', { receipt, desk }),
  often(12, 'reverse', { receipt, status: fc.constantFrom('approved', 'rejected', 'pending') }),
  often(6, 'answer', { receipt, by: fc.constantFrom(...([0, 1, 'second'] as const)), confirms: fc.boolean() }),
  often(6, 'adjust', { member, stamps: fc.constantFrom(-3, 3, 5, -20, 20, 20) }),
  often(3, 'answer adjustment', { member, confirms: fc.boolean() }),
  often(30, 'claim', { member, reward, isRepeat }),
  often(8, 'give back', { voucher }),
  often(14, 'hand over', { voucher, isRepeat }),
  often(8, 'take back', { voucher }),
  often(6, 'void', { voucher, stampsBack: fc.boolean() }),
  often(4, 'expire', {}),
  often(2, 'recall', { reward }),
  often(1, 'delete account', { member }),
  often(10, 'check at counter', atCounter),
  often(24, 'hand over at counter', { ...atCounter, checksFirst: fc.boolean(), isRepeat }),
  often(10, 'repeat at counter', atCounter),
  often(24, 'take back at counter', atCounter),
  often(12, 'confirm offline', atCounter),
  often(8, 'note', { voucher: atCounter.voucher }),
  often(16, 'enter late', { ...atCounter, notesFirst: fc.boolean(), isRepeat }),
  often(8, 'answer late', { voucher: atCounter.voucher, isPaid: fc.boolean() }),
  often(2, 'end phone', { phone: ownPhone }),
  often(2, 'end cashier', { phone: ownPhone }),
  often(8, 'issue statement', { isRepeat, waits: fc.boolean() }),
  often(3, 'accept statement', { statement }),
  often(5, 'pay statement', { statement, by }),
  often(6, 'dispute line', { statement, line: fc.nat(9) }),
  often(6, 'answer dispute', { by, sen: fc.constantFrom(0, -50, 70, 180) }),
]

/** Operations that need each other. Each sequence has those of one list more often than all others. */
const themes: Operation['kind'][][] = [
  ['wait', 'submit', 'decide', 'decide at once', 'undo', 'reverse', 'answer', 'adjust', 'answer adjustment'],
  ['submit', 'reverse', 'claim', 'give back', 'hand over', 'take back', 'void', 'expire', 'recall'],
  ['claim', 'check at counter', 'hand over at counter', 'repeat at counter', 'take back at counter', 'confirm offline'],
  ['wait', 'claim', 'note', 'enter late', 'answer late', 'give back', 'hand over at counter', 'void'],
  [
    ...(['wait', 'claim', 'hand over', 'void', 'issue statement'] as const),
    ...(['accept statement', 'pay statement', 'dispute line', 'answer dispute'] as const),
  ],
]
const MORE_OFTEN = 5

/** A sequence of so many operations. */
export function operations(count: number): fc.Arbitrary<Operation[]> {
  const sequences = themes.map((theme) => {
    const weighted = all.map(({ weight, kind, arbitrary }) => ({
      weight: theme.includes(kind) ? MORE_OFTEN * weight : weight,
      arbitrary,
    }))
    return fc.array(fc.oneof({ withCrossShrink: true }, ...weighted), { minLength: count, maxLength: count })
  })
  return fc.oneof(...sequences)
}

/** A sequence in which each kind is accepted, whatever the seed. */
export const oneOfEach: Operation[] = [
  { kind: 'submit', member: 0, sen: 8000, isApproved: false },
  { kind: 'decide', receipt: 0, desk: 0, status: 'approved', corrected: 9000 },
  { kind: 'undo', receipt: 0, desk: 0 },
  { kind: 'decide at once', receipt: 0 },
  { kind: 'wait', seconds: 11 },
  { kind: 'adjust', member: 0, stamps: 3 },
  { kind: 'submit', member: 1, sen: 60_000, isApproved: true },
  { kind: 'answer', receipt: 1, by: 1, confirms: true },
  { kind: 'undo', receipt: 1, desk: 1 },
  { kind: 'answer', receipt: 1, by: 'second', confirms: true },
  { kind: 'adjust', member: 2, stamps: 20 },
  { kind: 'adjust', member: 2, stamps: 20 },
  { kind: 'adjust', member: 2, stamps: 20 },
  { kind: 'answer adjustment', member: 2, confirms: true },
  { kind: 'claim', member: 0, reward: 0, isRepeat: false },
  { kind: 'hand over', voucher: 0, isRepeat: true },
  { kind: 'take back', voucher: 0 },
  { kind: 'check at counter', voucher: 0, phone: 0 },
  { kind: 'hand over at counter', voucher: 0, phone: 0, checksFirst: false, isRepeat: true },
  { kind: 'repeat at counter', voucher: 0, phone: 0 },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'take back at counter', voucher: 0, phone: 1 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'note', voucher: 0 },
  { kind: 'enter late', voucher: 0, phone: 0, notesFirst: false, isRepeat: false },
  { kind: 'answer late', voucher: 0, isPaid: false },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
  { kind: 'end cashier', phone: 0 },
  { kind: 'end phone', phone: 1 },
  { kind: 'hand over', voucher: 0, isRepeat: false },
  { kind: 'void', voucher: 1, stampsBack: true },
  { kind: 'claim', member: 0, reward: 0, isRepeat: true },
  { kind: 'note', voucher: 2 },
  { kind: 'give back', voucher: 2 },
  { kind: 'enter late', voucher: 2, phone: 0, notesFirst: false, isRepeat: true },
  { kind: 'answer late', voucher: 2, isPaid: true },
  { kind: 'claim', member: 0, reward: 1, isRepeat: true },
  { kind: 'wait', seconds: MONTH_SECONDS },
  { kind: 'issue statement', isRepeat: true, waits: false },
  // Who did everything else may not pay.
  { kind: 'pay statement', statement: 0, by: 'manager' },
  { kind: 'dispute line', statement: 0, line: 0 },
  { kind: 'answer dispute', by: 'second', sen: 70 },
  { kind: 'accept statement', statement: 0 },
  { kind: 'pay statement', statement: 0, by: 'manager' },
  { kind: 'expire' },
  { kind: 'claim', member: 0, reward: 2, isRepeat: true },
  { kind: 'reverse', receipt: 0, status: 'rejected' },
  // Then one stamp is missing, so the newest of four vouchers ends.
  { kind: 'claim', member: 1, reward: 0, isRepeat: false },
  { kind: 'claim', member: 1, reward: 0, isRepeat: true },
  { kind: 'claim', member: 1, reward: 2, isRepeat: true },
  { kind: 'reverse', receipt: 1, status: 'rejected' },
  { kind: 'recall', reward: 1 },
  { kind: 'issue statement', isRepeat: false, waits: true },
  { kind: 'delete account', member: 0 },
]

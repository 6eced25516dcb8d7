import fc from 'fast-check'

const MEMBERS = 3
const REWARDS = 3
const DAY_SECONDS = 86_400

/** An operation at a counter: on one of its two phones, or on the phone of another merchant. */
export type CounterOperation =
  | { kind: 'check at counter'; voucher: number; phone: number }
  /** Twice at once: with the same key, or with two keys. */
  | { kind: 'hand over at counter'; voucher: number; phone: number; checksFirst: boolean; withTwoKeys: boolean }
  /** With the key of the last hand-over. */
  | { kind: 'repeat at counter'; voucher: number; phone: number }
  | { kind: 'take back at counter'; voucher: number; phone: number }
  | { kind: 'confirm offline'; voucher: number; phone: number }
  /** Number, code and time, as without a network. */
  | { kind: 'note'; voucher: number }
  /** What was noted before, or just now. Twice at once. */
  | { kind: 'enter late'; voucher: number; phone: number; notesFirst: boolean; withTwoKeys: boolean }
  | { kind: 'end phone'; phone: number }
  | { kind: 'end cashier'; phone: number }

/** An operation on stamps and vouchers. A receipt or a voucher is one of the latest few, by its index. */
export type Operation =
  | { kind: 'wait'; seconds: number }
  | { kind: 'receipt'; member: number; stamps: number }
  | { kind: 'approve'; receipt: number }
  | { kind: 'undo'; receipt: number }
  | { kind: 'reverse'; receipt: number; status: 'approved' | 'rejected' | 'pending' }
  | { kind: 'adjust'; member: number; stamps: number }
  /** Twice at once: with the same key, or with two keys. */
  | { kind: 'claim'; member: number; reward: number; withTwoKeys: boolean }
  | { kind: 'give back'; voucher: number }
  /** Twice at once: with the same request id, or with two ids. */
  | { kind: 'hand over'; voucher: number; withTwoIds: boolean }
  | { kind: 'take back'; voucher: number }
  | { kind: 'void'; voucher: number; stampsBack: boolean }
  | { kind: 'expire' }
  | { kind: 'recall'; reward: number }
  | { kind: 'delete account'; member: number }
  | CounterOperation

const member = fc.nat(MEMBERS - 1)
const reward = fc.nat(REWARDS - 1)
const receipt = fc.nat(3)
const voucher = fc.nat(5)
/** Mostly the same ones, so that what belongs together often meets. */
const atCounter = { voucher: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5), phone: fc.constantFrom(0, 0, 0, 0, 1, 2) }
const ownPhone = fc.nat(1)
const stamps = fc.integer({ min: 1, max: 8 })

type Of<Kind extends Operation['kind']> = Omit<Extract<Operation, { kind: Kind }>, 'kind'>

function often<Kind extends Operation['kind']>(
  weight: number,
  kind: Kind,
  given: { [Field in keyof Of<Kind>]: fc.Arbitrary<Of<Kind>[Field]> },
) {
  return { weight, arbitrary: fc.record({ kind: fc.constant(kind), ...given }) as unknown as fc.Arbitrary<Operation> }
}

/** Any operation. Simpler ones come first, so that a failure is reported with few operations. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { withCrossShrink: true },
  // The wait decides what can still be undone or taken back, and what has expired.
  often(10, 'wait', { seconds: fc.constantFrom(11, 11, 11, 61, 2 * DAY_SECONDS) }),
  often(12, 'receipt', { member, stamps }),
  often(6, 'approve', { receipt }),
  often(6, 'undo', { receipt }),
  often(12, 'reverse', { receipt, status: fc.constantFrom('approved', 'rejected', 'pending') }),
  often(5, 'adjust', { member, stamps: fc.constantFrom(-3, 3, 5) }),
  often(30, 'claim', { member, reward, withTwoKeys: fc.boolean() }),
  often(8, 'give back', { voucher }),
  often(14, 'hand over', { voucher, withTwoIds: fc.boolean() }),
  often(8, 'take back', { voucher }),
  often(6, 'void', { voucher, stampsBack: fc.boolean() }),
  often(4, 'expire', {}),
  often(2, 'recall', { reward }),
  often(1, 'delete account', { member }),
  often(10, 'check at counter', atCounter),
  often(24, 'hand over at counter', { ...atCounter, checksFirst: fc.boolean(), withTwoKeys: fc.boolean() }),
  often(10, 'repeat at counter', atCounter),
  often(24, 'take back at counter', atCounter),
  often(12, 'confirm offline', atCounter),
  often(8, 'note', { voucher: atCounter.voucher }),
  often(16, 'enter late', { ...atCounter, notesFirst: fc.boolean(), withTwoKeys: fc.boolean() }),
  often(2, 'end phone', { phone: ownPhone }),
  often(2, 'end cashier', { phone: ownPhone }),
)

/** A sequence of so many operations. */
export const operations = (count: number) => fc.array(operation, { minLength: count, maxLength: count })

/** A sequence in which each kind is accepted, whatever the seed. */
export const oneOfEach: Operation[] = [
  { kind: 'receipt', member: 0, stamps: 8 },
  { kind: 'undo', receipt: 0 },
  { kind: 'approve', receipt: 0 },
  { kind: 'wait', seconds: 11 },
  { kind: 'adjust', member: 0, stamps: 3 },
  { kind: 'claim', member: 0, reward: 0, withTwoKeys: true },
  { kind: 'hand over', voucher: 0, withTwoIds: false },
  { kind: 'take back', voucher: 0 },
  { kind: 'check at counter', voucher: 0, phone: 0 },
  { kind: 'hand over at counter', voucher: 0, phone: 0, checksFirst: false, withTwoKeys: false },
  { kind: 'repeat at counter', voucher: 0, phone: 0 },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'take back at counter', voucher: 0, phone: 1 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'note', voucher: 0 },
  { kind: 'enter late', voucher: 0, phone: 0, notesFirst: false, withTwoKeys: true },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
  { kind: 'end cashier', phone: 0 },
  { kind: 'end phone', phone: 1 },
  { kind: 'hand over', voucher: 0, withTwoIds: true },
  { kind: 'give back', voucher: 1 },
  { kind: 'void', voucher: 0, stampsBack: true },
  { kind: 'claim', member: 0, reward: 0, withTwoKeys: false },
  { kind: 'claim', member: 0, reward: 1, withTwoKeys: false },
  { kind: 'wait', seconds: 2 * DAY_SECONDS },
  { kind: 'expire' },
  { kind: 'claim', member: 0, reward: 2, withTwoKeys: true },
  { kind: 'reverse', receipt: 0, status: 'rejected' },
  { kind: 'recall', reward: 1 },
  { kind: 'delete account', member: 0 },
]

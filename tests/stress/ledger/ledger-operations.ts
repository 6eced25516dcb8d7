import fc from 'fast-check'

const DESKS = 2
const MEMBERS = 3

/** An operation on the ledger. A receipt is one of the latest few, by its index. */
export type Operation =
  | { kind: 'wait'; seconds: number }
  | { kind: 'submit'; member: number; sen: number }
  | { kind: 'decide'; receipt: number; desk: number; status: 'approved' | 'rejected'; corrected: number | undefined }
  | { kind: 'decide at once'; receipt: number }
  | { kind: 'undo'; receipt: number; desk: number }
  | { kind: 'reverse'; receipt: number; status: 'approved' | 'rejected' | 'pending' }
  | { kind: 'correct'; member: number; stamps: number }
  /** Confirmed or declined by a reviewer, or by the second manager, who has no desk. */
  | { kind: 'answer'; receipt: number; by: 0 | 1 | 'second'; confirms: boolean }
  | { kind: 'answer adjustment'; member: number; confirms: boolean }

const member = fc.nat(MEMBERS - 1)
const desk = fc.nat(DESKS - 1)
const receipt = fc.nat(3)
const sen = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 50_001, max: 60_000 }))

/** Any operation. Simpler ones come first, so that a failure is reported with few operations. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { withCrossShrink: true },
  // The wait decides whether a decision can still be undone and whether a lease has ended.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.constantFrom(0, 11, 301) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('submit'), member, sen }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      receipt,
      desk,
      status: fc.constantFrom('approved', 'rejected'),
      corrected: fc.option(sen, { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide at once'), receipt }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo'), receipt, desk }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reverse'),
      receipt,
      status: fc.constantFrom('approved', 'rejected', 'pending'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('correct'),
      member,
      stamps: fc.integer({ min: -20, max: 20 }).filter((stamps) => stamps !== 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      receipt,
      by: fc.constantFrom(...([0, 1, 'second'] as const)),
      confirms: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('answer adjustment'), member, confirms: fc.boolean() }),
  },
)

/** A sequence of so many operations. */
export const operations = (count: number) => fc.array(operation, { minLength: count, maxLength: count })

/** A sequence in which each kind is accepted, whatever the seed. */
export const oneOfEach: Operation[] = [
  { kind: 'submit', member: 0, sen: 2500 },
  { kind: 'decide', receipt: 0, desk: 0, status: 'approved', corrected: 4000 },
  { kind: 'undo', receipt: 0, desk: 0 },
  { kind: 'decide at once', receipt: 0 },
  { kind: 'wait', seconds: 11 },
  { kind: 'reverse', receipt: 0, status: 'rejected' },
  { kind: 'correct', member: 0, stamps: 5 },
  { kind: 'submit', member: 1, sen: 60_000 },
  { kind: 'decide', receipt: 1, desk: 0, status: 'approved', corrected: undefined },
  { kind: 'answer', receipt: 1, by: 1, confirms: true },
  { kind: 'undo', receipt: 1, desk: 1 },
  { kind: 'answer', receipt: 1, by: 'second', confirms: true },
  { kind: 'correct', member: 2, stamps: 20 },
  { kind: 'correct', member: 2, stamps: 20 },
  { kind: 'correct', member: 2, stamps: 20 },
  { kind: 'answer adjustment', member: 2, confirms: true },
]

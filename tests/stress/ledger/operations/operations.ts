import fc from 'fast-check'
import type { Model } from '../model.ts'
import { type Scenario, wait } from '../scenario.ts'
import { atCounter } from './counter.ts'
import { among, type Call, DAY_SECONDS, type Kind, kind, MONTH_SECONDS } from './kind.ts'
import { receipts } from './receipts.ts'
import { statements } from './statements.ts'
import { vouchers } from './vouchers.ts'

/** All operations. Simpler ones come first, so that a failure is reported with few operations. */
const kinds = {
  // The wait decides what can still be undone or taken back, what has expired, and which month is over.
  wait: kind({
    weight: 12,
    given: { seconds: among(0, 11, 11, 11, 61, 301, 2 * DAY_SECONDS, MONTH_SECONDS) },
    expected: (model, given) => {
      model.now += given.seconds * 1000
      return true
    },
    calls: (scenario, given) => () => wait(scenario, given.seconds),
  }),
  ...receipts,
  ...vouchers,
  ...atCounter,
  ...statements,
}

export type Name = keyof typeof kinds
type GivenOf<One> = One extends Kind<infer Given> ? Given : never
/** A receipt, a voucher or a statement is one of the latest few, by its index. */
export type Operation = { [One in Name]: { kind: One } & GivenOf<(typeof kinds)[One]> }[Name]

const kindOf = (operation: Operation) => kinds[operation.kind] as unknown as Kind<Operation>

/**
 * Prepares an operation in the product; returns the calls that are then sent at the same moment. What may be sent twice is
 * sent twice: as two requests, or as a repeat of the same one.
 */
export async function callsOf(scenario: Scenario, operation: Operation): Promise<Call[]> {
  const made = await kindOf(operation).calls(scenario, operation)
  if (typeof made !== 'function') return made ?? []
  return sentAs(operation) === 'once' ? [made] : [made, made]
}

/** Performs an operation in the product; returns the answers. */
export const perform = async (scenario: Scenario, operation: Operation) =>
  Promise.all((await callsOf(scenario, operation)).map((call) => call()))

/** How many calls of an operation are accepted, in the model. `winner` is the index of the first one in the product. */
export function countAccepted(model: Model, operation: Operation, winner?: number): number {
  const { expected } = kindOf(operation)
  const once = Number(expected(model, operation, winner))
  if (sentAs(operation) === 'repeated') return 2 * once
  return sentAs(operation) === 'once' ? once : once + Number(expected(model, operation, winner))
}

function sentAs(operation: Operation) {
  const { sent = 'once' } = kindOf(operation)
  return typeof sent === 'function' ? sent(operation) : sent
}

/** Operations that need each other. Each sequence has those of one list more often than all others. */
const themes: Name[][] = [
  ['wait', 'submit', 'decide', 'undo', 'reverse', 'answer', 'adjust', 'answer adjustment'],
  ['submit', 'reverse', 'claim', 'give back', 'hand over', 'void', 'expire', 'recall'],
  ['claim', 'hand over at counter', 'take back at counter', 'confirm offline'],
  ['wait', 'claim', 'note', 'enter late', 'answer late', 'give back', 'hand over at counter', 'void'],
  ['wait', 'claim', 'hand over', 'void', 'issue statement', 'pay statement'],
]
const MORE_OFTEN = 5

const names = Object.keys(kinds) as Name[]

function drawn(name: Name): fc.Arbitrary<Operation> {
  const fields = { kind: fc.constant(name), ...kinds[name].given }
  return fc.record(fields) as unknown as fc.Arbitrary<Operation>
}

/** A sequence of so many operations. */
export function operations(count: number): fc.Arbitrary<Operation[]> {
  const sequences = themes.map((theme) => {
    const weightOf = (name: Name) => kinds[name].weight * (theme.includes(name) ? MORE_OFTEN : 1)
    const weighted = names.map((name) => ({ weight: weightOf(name), arbitrary: drawn(name) }))
    return fc.array(fc.oneof({ withCrossShrink: true }, ...weighted), { minLength: count, maxLength: count })
  })
  return fc.oneof(...sequences)
}

/** One operation of each of these kinds. */
export const drawEach = (of: Name[], seed: number): Operation[] =>
  of.flatMap((name, at) => fc.sample(drawn(name), { seed: seed + at, numRuns: 1 }))

/** A sequence in which each kind is accepted, whatever the seed. */
export const oneOfEach: Operation[] = [
  { kind: 'submit', member: 0, sen: 8000, isApproved: false },
  { kind: 'decide', receipt: 0, desk: 0, status: 'approved', corrected: 9000 },
  { kind: 'undo', receipt: 0, desk: 0 },
  { kind: 'decide', receipt: 0, desk: 0, status: 'approved', corrected: undefined },
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
  { kind: 'hand over at counter', voucher: 0, phone: 0, isRepeat: true },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'take back at counter', voucher: 0, phone: 1 },
  { kind: 'confirm offline', voucher: 0, phone: 1 },
  { kind: 'note', voucher: 0 },
  { kind: 'enter late', voucher: 0, phone: 0, notesFirst: false, isRepeat: false },
  { kind: 'answer late', voucher: 0, isPaid: false },
  { kind: 'take back at counter', voucher: 0, phone: 0 },
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
  // Who issued it may not pay.
  { kind: 'pay statement', statement: 0, by: 'manager' },
  { kind: 'pay statement', statement: 0, by: 'second' },
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

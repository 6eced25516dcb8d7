import { randomUUID } from 'node:crypto'
import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import fc from 'fast-check'
import { adjustStamps, confirm, decline } from '../../../support/api/confirmations.ts'
import type { Desk } from '../../../support/api/desk.ts'
import { insertReceipt } from '../../../support/api/submissions.ts'
import {
  allowanceOf,
  type Member,
  type Model,
  type Operator,
  type Receipt,
  type Request,
  type Status,
} from '../model.ts'
import type { Scenario } from '../scenario.ts'
import { among, type Call, kind, member, onReceipt } from './kind.ts'
import { voidBelowZero } from './vouchers.ts'

const receipt = fc.nat(3)
const desk = among(0, 1)
/** Mostly a few stamps, sometimes an amount that needs a second operator. */
const sen = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 8999 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9000, max: 50_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50_001, max: 60_000 }) },
)

export const receipts = {
  submit: kind({
    weight: 14,
    given: { member, sen, isApproved: among(true, true, true, false) },
    expected: (model, given) => {
      const member = model.members[given.member]
      if (member.isDeleted) return false
      const receipt: Receipt = { member, typed: given.sen, status: 'pending', stamps: 0 }
      model.receipts.push(receipt)
      if (given.isApproved) decide(model, receipt, { status: 'approved', by: 0 })
      return true
    },
    calls: (scenario, given) => async () => {
      const { server, merchantId, members, deleted, receipts, reviewers } = scenario
      if (deleted[given.member]) return { status: 401 }
      const userId = members[given.member].id
      const { id } = await insertReceipt(server.deps, { userId, merchantId, amountSen: given.sen })
      receipts.push(id)
      if (given.isApproved) await reviewers[0].approve(id)
      return { status: 201 }
    },
  }),
  decide: onReceipt({
    weight: 7,
    given: {
      receipt,
      desk,
      status: among('approved', 'approved', 'rejected'),
      corrected: fc.option(sen, { nil: undefined, freq: 2 }),
    },
    expected: (model, receipt, given) => decide(model, receipt, { ...given, by: given.desk }),
    calls: ({ reviewers }, id, { desk, status, corrected }) => {
      const corrections = corrected ? { corrections: { purchase_amount: decimalAmount(corrected) } } : {}
      if (status === 'rejected') return () => reviewers[desk].reject(id, 'Too dark')
      return () => reviewers[desk].decide({ id, status, ...corrections })
    },
  }),
  undo: onReceipt({
    weight: 7,
    given: { receipt, desk },
    sent: 'twice',
    expected: (model, receipt, given) => undo(model, receipt, given.desk),
    calls: (scenario, id, given) => () => scenario.reviewers[given.desk].undo(id),
  }),
  reverse: onReceipt({
    weight: 12,
    given: { receipt, status: among('approved', 'rejected', 'pending') },
    sent: 'twice',
    expected: (model, receipt, given) => reverseOrAsk(model, receipt, given.status),
    calls: async ({ server, manager }, id, { status }) => {
      const { rows } = await server.sql(
        `SELECT d.id FROM decisions d WHERE d.submission_id = $1
          AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`,
        [id],
      )
      const body = { status, reason: 'We looked again.', decision_id: rows[0]?.id ?? 1 }
      return () => manager.call('POST', `/submissions/${id}/reversal`, body)
    },
  }),
  answer: onReceipt({
    weight: 6,
    given: { receipt, by: among<0 | 1 | 'second'>(0, 1, 'second'), confirms: fc.boolean() },
    expected: (model, receipt, given) => answer(model, receipt, given.by, given.confirms),
    calls: (scenario, id, { by, confirms }) => {
      const desk = by === 'second' ? scenario.second : scenario.reviewers[by]
      return answersTo(scenario, { desk, confirms, which: 'submission_id', of: id })
    },
  }),
  /** Beyond the manager's allowance it waits for the second one. */
  adjust: kind({
    weight: 6,
    given: { member, stamps: among(-3, 3, 5, -20, 20, 20) },
    sent: 'repeated',
    expected: (model, { member: at, stamps }) => {
      const member = model.members[at]
      if (member.isDeleted) return false
      if (Math.abs(stamps) > allowanceOf(model, member)) member.waiting.push(stamps)
      else enter(model, member, stamps)
      return true
    },
    calls: ({ manager, members }, given) => {
      const request_id = randomUUID()
      return () => adjustStamps(manager, members[given.member].id, given.stamps, { request_id })
    },
  }),
  'answer adjustment': kind({
    weight: 3,
    given: { member, confirms: fc.boolean() },
    expected: (model, given) => {
      const member = model.members[given.member]
      const stamps = member.waiting.shift()
      if (stamps !== undefined && given.confirms) enter(model, member, stamps)
      return stamps !== undefined
    },
    calls: (scenario, given) => {
      const of = scenario.members[given.member].id
      const { second: desk } = scenario
      return answersTo(scenario, { desk, confirms: given.confirms, which: "kind = 'adjustment' AND user_id", of })
    },
  }),
}

type Answering = { desk: Desk; confirms: boolean; which: string; of: number }

/** The oldest request that waits is answered twice at the same moment; one answer is accepted. */
async function answersTo({ server }: Scenario, { desk, confirms, which, of }: Answering): Promise<Call[]> {
  const text = `SELECT id FROM confirmations WHERE state = 'waiting' AND ${which} = $1 ORDER BY id LIMIT 1`
  const { rows } = await server.sql(text, [of])
  const send = ({ id }: { id: number }) => (confirms ? confirm(desk, id) : decline(desk, id))
  return rows.flatMap((request) => [() => send(request), () => send(request)])
}

function enter(model: Model, member: Member, stamps: number): void {
  member.adjusted += stamps
  member.changes.push({ stamps: Math.abs(stamps), at: model.now })
  model.entries += 1
}

/** Above this amount an approval needs a second operator. */
const LARGE = 50_000

/** One for each full RM 10, at least one, at most fifty. */
const earned = (sen: number) => Math.min(50, Math.max(1, Math.floor(sen / 1000)))

type Settling = {
  status: Status
  by: Operator
  corrected?: number | undefined
  isReversal?: boolean
  request?: Request | undefined
}

function decide(model: Model, receipt: Receipt, settling: Settling): boolean {
  const { status, by, corrected } = settling
  const isOpenElsewhere = [...model.leases].some(
    ([desk, lease]) => desk !== by && lease.receipt === receipt && lease.until > model.now,
  )
  if (receipt.status !== 'pending' || receipt.request || isOpenElsewhere) return false
  if (status === 'approved' && Math.max(receipt.typed, corrected ?? 0) > LARGE) {
    receipt.request = { kind: 'approval', by, corrected }
    endLease(model, receipt)
  } else settle(model, receipt, settling)
  return true
}

function settle(model: Model, receipt: Receipt, settling: Settling): void {
  const { status, by, corrected, isReversal = false, request } = settling
  const isApproved = status === 'approved'
  const stamps = isApproved ? earned(corrected ?? receipt.typed) : 0
  Object.assign(receipt, { status, stamps, decision: { by, at: model.now, isReversal, request } })
  model.entries += Number(isApproved)
  endLease(model, receipt)
}

function endLease({ leases }: Model, receipt: Receipt): void {
  for (const [desk, lease] of leases) if (lease.receipt === receipt) leases.delete(desk)
}

function revert(model: Model, receipt: Receipt): void {
  model.entries += Number(receipt.status === 'approved')
  Object.assign(receipt, { status: 'pending', stamps: 0, decision: undefined })
}

/**
 * The requester withdraws the request; the confirming operator leaves it waiting; everyone else has the receipt open
 * again.
 */
function undo(model: Model, receipt: Receipt, desk: Operator): boolean {
  const { request, decision } = receipt
  const isOwn = decision?.by === desk && !decision.isReversal && model.now - decision.at <= UNDO_MS
  if (request?.kind === 'approval' ? request.by !== desk : !isOwn) return false
  if (request) receipt.request = undefined
  else revert(model, receipt)
  if (decision?.request) receipt.request = decision.request
  else model.leases.set(desk, { receipt, until: model.now + LEASE_MS })
  return true
}

const changeOf = ({ typed, stamps }: Receipt, to: Status) => (to === 'approved' ? earned(typed) : 0) - stamps

function reverseOrAsk(model: Model, receipt: Receipt, status: Status): boolean {
  const { decision, request, typed, member } = receipt
  if (!decision || receipt.status === status || request) return false
  if (!decision.isReversal && model.now - decision.at <= UNDO_MS) return false
  const change = changeOf(receipt, status)
  const isLarge = status === 'approved' && typed > LARGE
  if (isLarge || (change !== 0 && Math.abs(change) > allowanceOf(model, member)))
    receipt.request = { kind: 'reversal', status, change }
  else reverse(model, receipt, status)
  return true
}

function reverse(model: Model, receipt: Receipt, status: Status): void {
  const { member } = receipt
  const wasApproved = receipt.status === 'approved'
  member.changes.push({ stamps: Math.abs(changeOf(receipt, status)), at: model.now })
  revert(model, receipt)
  if (status !== 'pending') settle(model, receipt, { status, by: 'manager', isReversal: true })
  if (wasApproved) voidBelowZero(model, member)
}

/**
 * Anyone but the requester confirms an approval, and may undo it then; the other manager confirms a reversal. A
 * declined request is gone.
 */
function answer(model: Model, receipt: Receipt, by: Operator, confirms: boolean): boolean {
  const { request } = receipt
  if (!request || (request.kind === 'approval' ? request.by === by : by !== 'second')) return false
  receipt.request = undefined
  if (!confirms) return true
  if (request.kind === 'reversal') reverse(model, receipt, request.status)
  else settle(model, receipt, { status: 'approved', by, corrected: request.corrected, request })
  return true
}

import { on } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Role } from '@stampus/contract/console/operators'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../server/deps.ts'
import { answerCase } from '../server/domains/contact/cases.admin.service.ts'
import { openCase } from '../server/domains/contact/cases.service.ts'
import { decide } from '../server/domains/review/decisions/decisions.service.ts'
import { giveVerdict, takeSpotCheck } from '../server/domains/review/spot-checks/spot-checks.service.ts'
import { calendarOf, issue } from '../server/domains/settlement/statements.service.ts'
import { listOfMerchant } from '../server/domains/settlement/statements.store.ts'
import { makeAppeal, submit } from '../server/domains/submissions/submissions.service.ts'
import { type DemoSubmission, demoCases, demoMembers, demoOperators, demoOwner } from './content.ts'
import type { Photograph } from './receipts/receipt-drawing.ts'
import { printedTotal } from './receipts/receipt-lines.ts'
import { type DemoState, readDemoState, type SubmissionProgress } from './seed.store.ts'
import { asOf, dayOf, keyOf, momentOf } from './seed.ts'
import { makeVoucher, planVouchers } from './vouchers.ts'

/** `finished` rejects when a submission failed. `stop` waits for the submission in progress. */
export type History = { finished: Promise<void>; stop(): Promise<void> }

/** Makes what the demo's people did through the services, at past times. What an earlier run made stays as it is. */
export function startHistory(deps: Deps): History {
  const request = { stop: false }
  const finished = sendAll(deps, request)
  const stop = async () => {
    request.stop = true
    await finished.catch(() => {})
  }
  return { finished, stop }
}

/** A submission to make, with its photograph and its time. */
type Plan = {
  submission: DemoSubmission
  photograph: Photograph
  userId: number
  merchantId: number
  sentAt: Date
}

type Operators = Record<Role, number>

/** Time from a decision to its spot check. */
const SPOT_CHECK_AFTER_HOURS = 20

/** Continues after an error. A later start tries the failed submissions again. */
async function sendAll(deps: Deps, request: { stop: boolean }): Promise<void> {
  const state = await readDemoState(deps.db.pool)
  const operators = findOperators(state)
  if (!operators) return
  const plans = planAll(deps, state)
  const errors: unknown[] = []
  const attempt = (work: Promise<void>) => work.catch((error) => errors.push(error))
  for (const { one, progress } of findUnfinished(plans, state)) {
    if (request.stop) break
    await attempt(finish(deps, operators, one, progress))
  }
  const missing = plans.filter((one) => !findProgress(one, state))
  const vouchers = planVouchers(deps, state)
  const makeVouchersUntil = async (time: Date) => {
    while (!request.stop && vouchers[0] && vouchers[0].claimedAt <= time)
      await attempt(makeVoucher(deps, operators.manager, vouchers.shift() ?? vouchers[0]))
  }
  for await (const { one, picture } of drawReceipts(missing)) {
    await makeVouchersUntil(one.sentAt)
    if (request.stop) break
    await attempt(send(deps, one, picture, operators))
  }
  await makeVouchersUntil(deps.now())
  const shop = state.merchants[demoOwner.merchant]
  if (shop && state.counter && !request.stop)
    await attempt(issueFirstStatements(deps, { managerId: operators.manager, merchantId: shop.id }))
  if (!request.stop) await attempt(makeCases(deps, operators.manager, state))
  if (errors.length > 0) throw new AggregateError(errors, `Steps of the demo's history that failed: ${errors.length}`)
}

function findOperators({ operators }: DemoState): Operators | undefined {
  const [reviewer, manager] = demoOperators.map(({ email }) => operators[email])
  return reviewer === undefined || manager === undefined ? undefined : { reviewer, manager }
}

/** Submissions that an earlier run may not have decided or appealed. The appeal is the last step of a history. */
function findUnfinished(plans: readonly Plan[], state: DemoState) {
  return plans.flatMap((one) => {
    const progress = findProgress(one, state)
    return progress && !progress.isAppealed ? [{ one, progress }] : []
  })
}

async function* drawReceipts(missing: readonly Plan[]): AsyncGenerator<{ one: Plan; picture: Uint8Array }> {
  if (missing.length === 0) return
  const worker = new Worker(new URL('./receipts/receipt-worker.ts', import.meta.url), {
    workerData: missing.map(({ photograph }) => photograph),
  })
  try {
    const pictures = on(worker, 'message', { close: ['exit'] })
    for (const one of missing) {
      const { done, value } = await pictures.next()
      if (done) return
      yield { one, picture: value[0] }
    }
  } finally {
    await worker.terminate()
  }
}

/** Oldest first, so that the queue is in the order of time. */
function planAll(deps: Deps, state: DemoState): Plan[] {
  const all = demoMembers.flatMap(({ email, submissions }) => {
    const userId = state.members[email]
    return userId === undefined ? [] : submissions.flatMap((submission) => planOne(deps, state, userId, submission))
  })
  return all.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}

function planOne(deps: Deps, { merchants }: DemoState, userId: number, submission: DemoSubmission): Plan[] {
  const merchant = merchants[submission.merchant]
  const date = dayOf(deps, -submission.daysAgo)
  const photograph = photographOf(submission, date, merchants)
  if (!merchant || !photograph) return []
  const bought = instantOf(date, submission.time, deps.config.TIME_ZONE).getTime()
  const sentAt = new Date(bought + submission.submittedAfterMinutes * 60_000)
  return [{ submission, photograph, userId, merchantId: merchant.id, sentAt }]
}

type Shops = Readonly<Record<string, { name: string; address: string }>>

/** The photograph of a submission for a purchase on `date` (`YYYY-MM-DD`). Undefined where `shops` lacks the merchant. */
export function photographOf(submission: DemoSubmission, date: string, shops: Shops): Photograph | undefined {
  const { merchant, receiptOf = merchant, blurred = false, invoice, time, items } = submission
  const shop = shops[receiptOf]
  if (!shop) return undefined
  const { name, address } = shop
  return { merchant: name, address, invoice, date, time, items, totalSen: printedTotal(items), blurred }
}

function findProgress(
  { userId, merchantId, photograph }: Plan,
  { submissions }: DemoState,
): SubmissionProgress | undefined {
  return submissions.find(
    (one) => one.userId === userId && one.merchantId === merchantId && one.invoiceNo === photograph.invoice,
  )
}

async function send(deps: Deps, plan: Plan, picture: Uint8Array, operators: Operators): Promise<void> {
  const { userId, merchantId, photograph, submission, sentAt } = plan
  const incoming = await deps.incoming.receive(Readable.from([Buffer.from(picture)]), { maxBytes: RECEIPT_MAX_BYTES })
  const facts = {
    merchant_id: merchantId,
    purchase_date: photograph.date,
    purchase_amount: submission.amountSen,
    invoice_number: photograph.invoice,
  }
  try {
    const file = { name: 'receipt.jpg', type: 'image/jpeg', incoming }
    const id = await submit(asOf(deps, sentAt), { userId, facts, file })
    await finish(deps, operators, plan, { id, status: 'pending', isChecked: false })
  } finally {
    await incoming.discard()
  }
}

async function finish(
  deps: Deps,
  operators: Operators,
  { submission: { outcome }, userId, sentAt }: Plan,
  { id, status, isChecked }: Omit<SubmissionProgress, 'isAppealed'>,
): Promise<void> {
  if (outcome.status === 'pending') return
  const after = (hours: number) => asOf(deps, new Date(sentAt.getTime() + hours * 3_600_000))
  const { decidedAfterHours, by = 'reviewer', spotCheck } = outcome
  if (status === 'pending')
    await decide(withSpotChecks(after(decidedAfterHours), spotCheck ? 100 : 0), operators[by], { ...outcome, id })
  const other = operators[by === 'manager' ? 'reviewer' : 'manager']
  if (spotCheck === 'approves' && !isChecked)
    await checkDecision(after(decidedAfterHours + SPOT_CHECK_AFTER_HOURS), other, id)
  if (outcome.status === 'approved' || !outcome.appeal) return
  const { message, madeAfterHours } = outcome.appeal
  await makeAppeal(after(madeAfterHours), { userId, submissionId: id, message })
}

/** The other operator would have approved. At that time this is the oldest check that waits for them. */
async function checkDecision(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const check = await takeSpotCheck(deps, operatorId)
  if (check?.submissionId === submissionId) await giveVerdict(deps, operatorId, { id: check.id, status: 'approved' })
}

/** The same server with another percentage of decisions that get a spot check. */
function withSpotChecks(deps: Deps, percent: number): Deps {
  return { ...deps, config: { ...deps.config, SPOT_CHECK_PERCENT: percent } }
}

/** Issues the statements of past months. Once one was issued, the rest is up to people. */
async function issueFirstStatements(deps: Deps, { managerId, merchantId }: { managerId: number; merchantId: number }) {
  const newestFirst = await listOfMerchant(deps.db.pool, calendarOf(deps), merchantId)
  if (newestFirst.some(({ id }) => id !== null)) return
  for (const { month, lines, total_sen: totalSen, next } of newestFirst.toReversed())
    if (next === 'issue') await issue(asOf(deps, deps.now()), managerId, { merchantId, month, lines, totalSen })
}

/** Makes the cases that do not exist yet, and the answers that an earlier run may have missed. */
async function makeCases(deps: Deps, managerId: number, { members, cases }: DemoState): Promise<void> {
  for (const [at, { email, subject, question, answer }] of demoCases.entries()) {
    const userId = members[email]
    const found = cases.find((one) => one.userId === userId && one.subject === subject)
    if (userId === undefined || (found && (!answer || found.state !== 'open'))) continue
    const given = { userId, subject, object: undefined, message: question.text, key: keyOf('8003', at) }
    const id = await openCase(asOf(deps, momentOf(deps, question)), given)
    if (!answer) continue
    const reply = { id, version: 1, text: answer.text, key: keyOf('8004', at) }
    await answerCase(asOf(deps, momentOf(deps, answer)), managerId, reply)
  }
}

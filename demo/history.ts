import { on } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Role } from '@stampus/contract/console/operators'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../server/deps.ts'
import { decide } from '../server/domains/review/decisions/decisions.service.ts'
import { giveVerdict, takeCheck } from '../server/domains/review/spot-checks/spot-checks.service.ts'
import { makeAppeal } from '../server/domains/submissions/appeals/appeals.service.ts'
import { submit } from '../server/domains/submissions/submissions.service.ts'
import { dayFrom } from './moments.ts'
import { type DemoSubmission, demoMembers, demoOperators } from './people.ts'
import type { Photograph } from './receipt-drawing.ts'
import { readStanding, type Sent, type Standing } from './seed.store.ts'
import { photographOf } from './slips.ts'

/** `finished` rejects where something of it could not be done; `stop` waits for the one under way. */
export type History = { finished: Promise<void>; stop(): Promise<void> }

/**
 * Sends what the demo members have sent, decides it and appeals, as of its own time, through the verbs that everybody
 * goes through; the receipts are drawn in a thread beside the server. What an earlier run has sent stays as it is.
 */
export function startHistory(deps: Deps): History {
  const asked = { stop: false }
  const finished = sendAll(deps, asked)
  const stop = async () => {
    asked.stop = true
    await finished.catch(() => {})
  }
  return { finished, stop }
}

/** One submission to be made, with its photograph and the moments it was sent and decided at. */
type Planned = {
  submission: DemoSubmission
  photograph: Photograph
  userId: number
  merchantId: number
  sentAt: Date
}

type Operators = Record<Role, number>

/** So long after a decision it is looked at again. */
const LOOK_HOURS = 20

/** What fails waits for a later start, and the rest goes on. */
async function sendAll(deps: Deps, asked: { stop: boolean }): Promise<void> {
  const standing = await readStanding(deps.db.pool)
  const operators = operatorsOf(standing)
  if (!operators) return
  const planned = plan(deps, standing)
  const faults: unknown[] = []
  const attempt = (work: Promise<void>) => work.catch((fault) => faults.push(fault))
  for (const { one, sent } of unfinished(planned, standing)) {
    if (asked.stop) break
    await attempt(finishAsTold(deps, operators, one, sent))
  }
  const missing = planned.filter((one) => !sentBefore(one, standing))
  for await (const { one, picture } of drawn(missing)) {
    if (asked.stop) break
    await attempt(send(deps, one, picture, operators))
  }
  if (faults.length > 0) throw new AggregateError(faults, `Receipts neither sent nor decided: ${faults.length}`)
}

function operatorsOf({ operators }: Standing): Operators | undefined {
  const [reviewer, manager] = demoOperators.map(({ email }) => operators[email])
  return reviewer === undefined || manager === undefined ? undefined : { reviewer, manager }
}

/** What an earlier run may have been cut off from deciding or appealing. An appeal is the last thing that is told. */
function unfinished(planned: readonly Planned[], standing: Standing) {
  return planned.flatMap((one) => {
    const sent = sentBefore(one, standing)
    return sent && !sent.appealed ? [{ one, sent }] : []
  })
}

async function* drawn(missing: readonly Planned[]): AsyncGenerator<{ one: Planned; picture: Uint8Array }> {
  if (missing.length === 0) return
  const artist = new Worker(new URL('./receipt-worker.ts', import.meta.url), {
    workerData: missing.map(({ photograph }) => photograph),
  })
  try {
    const pictures = on(artist, 'message', { close: ['exit'] })
    for (const one of missing) {
      const { done, value } = await pictures.next()
      if (done) return
      yield { one, picture: value[0] }
    }
  } finally {
    await artist.terminate()
  }
}

/** The oldest first, so that the queue is served in the order of time. */
function plan(deps: Deps, standing: Standing): Planned[] {
  const all = demoMembers.flatMap(({ email, submissions }) => {
    const userId = standing.members[email]
    return userId === undefined ? [] : submissions.flatMap((submission) => planOne(deps, standing, userId, submission))
  })
  return all.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}

function planOne({ config, now }: Deps, standing: Standing, userId: number, submission: DemoSubmission): Planned[] {
  const merchant = standing.merchants[submission.merchant]
  const { time, daysAgo, submittedAfterMinutes } = submission
  const date = dayFrom(now(), -daysAgo, config.TIME_ZONE)
  const photograph = photographOf(submission, date, standing.merchants)
  if (!merchant || !photograph) return []
  const sentAt = new Date(instantOf(date, time, config.TIME_ZONE).getTime() + submittedAfterMinutes * 60_000)
  return [{ submission, photograph, userId, merchantId: merchant.id, sentAt }]
}

function sentBefore(
  { userId, merchantId, photograph }: Planned,
  { sent }: Standing,
): Standing['sent'][number] | undefined {
  return sent.find(
    (one) => one.userId === userId && one.merchantId === merchantId && one.invoiceNo === photograph.invoice,
  )
}

async function send(deps: Deps, planned: Planned, picture: Uint8Array, operators: Operators): Promise<void> {
  const { userId, merchantId, photograph, submission, sentAt } = planned
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
    await finishAsTold(deps, operators, planned, { id, status: 'pending', lookedAt: false })
  } finally {
    await incoming.discard()
  }
}

async function finishAsTold(
  deps: Deps,
  operators: Operators,
  { submission: { outcome }, userId, sentAt }: Planned,
  { id, status, lookedAt }: Omit<Sent, 'appealed'>,
): Promise<void> {
  if (outcome.status === 'pending') return
  const after = (hours: number) => asOf(deps, new Date(sentAt.getTime() + hours * 3_600_000))
  const { decidedAfterHours, by = 'reviewer', secondLook } = outcome
  if (status === 'pending')
    await decide(drawing(after(decidedAfterHours), secondLook ? 100 : 0), operators[by], { ...outcome, id })
  const other = operators[by === 'manager' ? 'reviewer' : 'manager']
  if (secondLook === 'approves' && !lookedAt) await lookAgain(after(decidedAfterHours + LOOK_HOURS), other, id)
  if (outcome.status === 'approved' || !outcome.appeal) return
  const { message, madeAfterHours } = outcome.appeal
  await makeAppeal(after(madeAfterHours), { userId, submissionId: id, message })
}

/** At that time it is the oldest that waits for them. They would have approved it. */
async function lookAgain(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const check = await takeCheck(deps, operatorId)
  if (check?.submissionId === submissionId) await giveVerdict(deps, operatorId, { id: check.id, status: 'approved' })
}

/** The same server where so many of a hundred decisions are drawn for a second look. */
function drawing(deps: Deps, percent: number): Deps {
  return { ...deps, config: { ...deps.config, SPOT_CHECK_PERCENT: percent } }
}

/** The same server at another time, without the letters that were sent then. */
function asOf(deps: Deps, at: Date): Deps {
  return { ...deps, now: () => at, jobs: { ...deps.jobs, enqueueMail: async () => {} } }
}

import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint, UNKEYED } from '../endpoint.ts'
import { byId, choice, dataOf, id, instant, listOf, nothing, page, paragraphs } from '../fields.ts'
import { REASON_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { status } from '../submissions.ts'
import { signal } from './evidence.ts'
import { correctedFacts, onlyApprovedCorrects, reviewItem } from './review.ts'

/** A decided receipt as its member submitted it, without the decision. `id` is the id of the decision. */
const spotCheck = z.object({
  id: z.number(),
  ...z.pick(reviewItem, {
    purchase_date: true,
    purchase_amount: true,
    invoice_no: true,
    created_at: true,
    picture: true,
    merchant: true,
  }).shape,
  /** Look-alikes, with the status they had when this receipt was decided. */
  look_alikes: z.array(signal),
})
export type SpotCheck = z.infer<typeof spotCheck>

const spotCheckAnswer = { data: z.nullable(spotCheck), waiting: z.number() }

/** Opens the oldest decision drawn for a spot check that another operator made and the caller may check; null if there is none. */
export const takeSpotCheck = endpoint('POST /console/checks', 'reviewer', nothing, z.object(spotCheckAnswer), UNKEYED)

const verdict = z
  .object({
    id,
    status: choice(['approved', 'rejected']),
    reason_code: z.optional(reasonCode),
    corrections: z.optional(correctedFacts),
  })
  .check(
    z.refine((given) => given.status === 'approved' || given.reason_code !== undefined, {
      error: () => texts.reasonRequired,
      path: ['reason_code'],
    }),
    onlyApprovedCorrects,
  )

const undoTime = dataOf(z.object({ undo_left_ms: z.number() }))

/** Records what the caller would have decided, for the agreement rate only. 403 for the own merchant, 409. */
export const giveVerdict = endpoint('POST /console/checks/:id/verdict', 'reviewer', verdict, undoTime, CREATED)

/** Undoes the caller's verdict within 10 seconds and opens the check again. 409 if it is too late. */
export const undoVerdict = endpoint('DELETE /console/checks/:id/verdict', 'reviewer', byId, z.object(spotCheckAnswer))

const judged = z.object({
  operator: z.string(),
  status,
  reason: z.nullable(z.string()),
  reason_code: z.nullable(reasonCode),
  is_corrected: z.boolean(),
  at: instant,
})

export const disagreementOutcome = z.enum(['decision_kept', 'check_right'], {
  error: () => texts.disagreementOutcomeRequired,
})
export type DisagreementOutcome = z.infer<typeof disagreementOutcome>

const disagreement = z.object({
  id: z.number(),
  submission_id: z.number(),
  merchant: z.string(),
  purchase_amount: z.string(),
  status,
  first: judged,
  second: judged,
  /** Facts on which the two differ; merchants by name. */
  differences: z.array(z.object({ field: z.string(), decided: z.string(), checked: z.string() })),
  in_force: z.boolean(),
  /** Why the caller cannot close it; null if they can, or if it is closed. */
  obstacle: z.nullable(z.string()),
  /** Null while open. The note is empty after the member's account was deleted. */
  closure: z.nullable(z.object({ outcome: disagreementOutcome, note: z.string(), operator: z.string(), at: instant })),
})
export type Disagreement = z.infer<typeof disagreement>

const filters = z.object({ page, state: z.optional(choice(['open', 'closed'])) })

/** Spot checks that disagree with the decision and can no longer be undone, newest first. */
export const disagreements = endpoint('GET /console/disagreements', 'manager', filters, listOf(disagreement))

const newClosure = z.object({
  id,
  outcome: disagreementOutcome,
  note: paragraphs(REASON_MAX, () => texts.disagreementNoteRequired),
})

const closed = dataOf(z.object({ outcome: disagreementOutcome }))

/** Closes a disagreement without changing stamps. 403 for those involved or with a conflict, 409. */
export const closeDisagreement = endpoint(
  'POST /console/disagreements/:id/closure',
  'manager',
  newClosure,
  closed,
  CREATED,
)

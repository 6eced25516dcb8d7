import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import {
  byId,
  choice,
  dataOf,
  file,
  id,
  instant,
  listOf,
  nothing,
  optionalDay,
  optionalText,
  page,
  reason,
  reference,
} from '../fields.ts'
import { SEARCH_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { status } from '../submissions.ts'
import { invoiceKey, isInvoiceNumber } from '../values/invoices.ts'
import { parseAmount } from '../values/typedAmounts.ts'
import { plainText } from '../values/typedText.ts'
import { confirmationState } from './confirmations.ts'
import { approvedAlike, picture, printedFacts } from './evidence.ts'
import { receiptStatus } from './receiptStatus.ts'
import { disagreementOutcome } from './spotChecks.ts'
import { takingBack } from './vouchers.ts'

/** `email` is null after the account was deleted. */
const memberReference = z.object({ id: z.number(), name: z.string(), email: z.nullable(z.string()) })

const row = z.object({
  id: z.number(),
  status: receiptStatus,
  ...printedFacts,
  stamps: z.number(),
  created_at: instant,
  decided_at: z.nullable(instant),
  held_by: z.nullable(z.string()),
  member: memberReference,
  merchant: reference,
})
export type SubmissionRow = z.infer<typeof row>

const amount = z.optional(
  z.pipe(
    z
      .string({ error: () => texts.invalidAmount })
      .check(z.refine((given) => parseAmount(given) !== undefined, { error: () => texts.invalidAmount })),
    z.transform((given: string) => parseAmount(given) ?? 0),
  ),
)

const RECEIPT_PREFIX = /^(?:receipt\s*#?|#)\s*/i

/** `123` matches a receipt id or an invoice number, `#123` or `Receipt 123` only a receipt id. */
const receiptNumber = z.optional(
  z.pipe(
    z.string({ error: () => texts.invalidReceiptNumber }).check(
      z.overwrite<string>(plainText),
      z.refine((given) => isInvoiceNumber(given.replace(RECEIPT_PREFIX, '')), {
        error: () => texts.invalidReceiptNumber,
      }),
    ),
    z.transform((given: string) => given.replace(RECEIPT_PREFIX, '#').replace(/\d+/, invoiceKey)),
  ),
)

const filters = {
  status: z.optional(choice(receiptStatus.options)),
  merchant_id: z.optional(id),
  member_id: z.optional(id),
  person: optionalText(SEARCH_MAX),
  number: receiptNumber,
  /** Escalated by a reviewer or appealed by its member at any time. */
  raised: z.optional(choice(['escalated', 'appealed'])),
  received_from: optionalDay,
  received_to: optionalDay,
  purchased_on: optionalDay,
  /** Period, operator and reason of the current decision; `own_words` is a typed reason. */
  decided_from: optionalDay,
  decided_to: optionalDay,
  operator_id: z.optional(id),
  reason: z.optional(choice([...reasonCode.options, 'own_words'])),
  amount_from: amount,
  amount_to: amount,
}
const filtered = z.object(filters)
export type SubmissionFilters = z.output<typeof filtered>

const pageOfFiltered = z.extend(filtered, { page })

/** All submissions that match, newest first. */
export const searchSubmissions = endpoint('GET /console/submissions', 'reviewer', pageOfFiltered, listOf(row))

const references = dataOf(z.array(reference))
const merchantSearch = z.object({ search: optionalText(SEARCH_MAX), id: z.optional(id) })

/** To filter by: at most 20 merchants, also inactive ones; operators who ever decided a receipt. */
export const merchantChoices = endpoint('GET /console/merchant-choices', 'reviewer', merchantSearch, references)
export const operatorChoices = endpoint('GET /console/operator-choices', 'reviewer', nothing, references)

/** The same submissions as a CSV file of at most EXPORT_MAX_ROWS rows; managers get more columns. 429. */
export const exportSubmissions = endpoint('GET /console/submissions/export', 'reviewer', filtered, file)

const correction = z.object({ field: z.string(), typed: z.string(), corrected: z.string() })

const decision = z.object({
  id: z.number(),
  status: z.enum(['approved', 'rejected']),
  reason: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  stamps: z.number(),
  operator: reference,
  confirmed_by: z.nullable(reference),
  created_at: instant,
  corrections: z.array(correction),
  /** The spot check of another operator who did not see the decision; null for reviewers. */
  second_look: z.nullable(
    z.object({
      status: z.enum(['approved', 'rejected']),
      reason_code: z.nullable(reasonCode),
      corrections: z.array(correction),
      operator: reference,
      created_at: instant,
      closure: z.nullable(
        z.object({ outcome: disagreementOutcome, note: z.string(), operator: reference, created_at: instant }),
      ),
    }),
  ),
  /** Null while it is in force. `reversal` is set if a manager reversed it after the time to undo it. */
  taken_back: z.nullable(
    z.object({
      operator: reference,
      created_at: instant,
      reversal: z.nullable(z.object({ status, reason: z.string() })),
    }),
  ),
})
export type DecisionDetails = z.infer<typeof decision>

const appeal = z.object({
  message: z.string(),
  created_at: instant,
  answer: z.nullable(
    z.object({ outcome: z.enum(['kept', 'reopened']), text: z.string(), operator: reference, created_at: instant }),
  ),
})

const history = z.extend(row, {
  withdrawn_at: z.nullable(instant),
  rejection_reason: z.nullable(z.string()),
  admin_notes: z.nullable(z.string()),
  /** Null after the member's account or the picture was deleted. */
  picture: z.nullable(picture),
  corrects: z.nullable(z.number()),
  corrected_by: z.array(z.number()),
  /** Oldest first. */
  decisions: z.array(decision),
  appeal: z.nullable(appeal),
  escalation: z.nullable(z.object({ note: z.string(), created_at: instant, operator: reference })),
  confirmations: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['approval', 'reversal']),
      state: confirmationState,
      stamps: z.number(),
      outcome: z.nullable(status),
      words: z.nullable(z.string()),
      asked_by: reference,
      asked_at: instant,
      closed_by: z.nullable(reference),
      closed_at: z.nullable(instant),
      answer: z.nullable(z.string()),
    }),
  ),
  /** For managers: the outcomes of a reversal that need a second manager, and whether there is one. */
  second_person: z.nullable(z.object({ outcomes: z.array(status), available: z.boolean() })),
  /** For managers, what taking the receipt's stamps back would do now. Null if it has no stamps. */
  if_taken_back: z.nullable(takingBack),
  ledger: z.array(
    z.object({ id: z.number(), kind: z.enum(['approval', 'undo']), stamps: z.number(), created_at: instant }),
  ),
})
export type SubmissionHistory = z.infer<typeof history>

/** One submission with its complete history. 404. */
export const showHistory = endpoint('GET /console/submissions/:id/history', 'reviewer', byId, dataOf(history))

/** The original picture as a file download. 404 also after the account was deleted. */
export const downloadOriginal = endpoint('GET /console/submissions/:id/original', 'manager', byId, file)

const reversal = z.object({
  id,
  decision_id: id,
  status: choice(status.options),
  reason,
  approved_alike: z.optional(approvedAlike),
})

/** Reverses `decision_id`, else 409. Large ones need a second manager. 409 also with `look_alikes`. */
export const reverse = endpoint('POST /console/submissions/:id/reversal', 'manager', reversal, dataOf(history), CREATED)

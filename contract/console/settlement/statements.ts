import * as z from 'zod/mini'
import { texts } from '#texts'
import { statementLine } from '../../counter/statements.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, id, instant, listOf, page, text, wholeNumber } from '../../fields.ts'
import { PAYMENT_REFERENCE_MAX } from '../../limits.ts'
import { month, statementStates } from '../../values/statements.ts'

const messageAnswer = z.object({ message: z.string() })
const reference = z.object({ id: z.number(), name: z.string() })

/** What a manager does next with a statement. */
const nextSteps = ['answer', 'issue', 'pay'] as const
export type NextStep = (typeof nextSteps)[number]

/** A merchant's statement of a month in the managers' list. */
const statement = z.object({
  /** Null while it is live. */
  id: z.nullable(z.number()),
  merchant: reference,
  month: z.string(),
  state: z.enum(statementStates),
  /** Null if nothing is to be done now. */
  next: z.nullable(z.enum(nextSteps)),
  total_sen: z.number(),
  lines: z.number(),
  open_disputes: z.number(),
  issued_at: z.nullable(instant),
  issued_by: z.nullable(z.string()),
  accepted_at: z.nullable(instant),
  accepted_by: z.nullable(z.string()),
  paid_at: z.nullable(instant),
  paid_by: z.nullable(z.string()),
  payment_reference: z.nullable(z.string()),
})
export type AdminStatement = z.infer<typeof statement>

const statementWithLines = z.extend(statement, { rows: z.array(statementLine) })
export type AdminStatementWithLines = z.infer<typeof statementWithLines>

const filters = { month: z.optional(month), merchant_id: z.optional(id) }

/** The statements: what is to be done first, then by month, the newest first, and merchant. */
export const list = endpoint({
  method: 'GET',
  path: '/console/statements',
  access: 'manager',
  input: z.object({
    page,
    state: z.optional(z.enum(statementStates, { error: () => texts.invalidChoice })),
    ...filters,
  }),
  answer: listOf(statement),
})

/** The lines of the statements of a month, or of all, as a CSV file. 429. */
export const exportStatements = endpoint({
  method: 'GET',
  path: '/console/statements/export',
  access: 'manager',
  input: z.object(filters),
  answer: z.unknown(),
})

/** One statement with its lines. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/merchants/:id/statements/:month',
  access: 'manager',
  input: z.object({ id, month }),
  answer: dataOf(statementWithLines),
})

/**
 * Issues the statement of a month that is over: its lines are frozen, and the owners are mailed. `lines` and `total_sen` are what the
 * manager saw: 409 if they have changed. Again has no effect. 403 for the operator's own merchant, 404 with
 * nothing to bill, 409.
 */
export const issue = endpoint({
  method: 'POST',
  path: '/console/merchants/:id/statements/:month/issue',
  access: 'manager',
  input: z.object({
    id,
    month,
    lines: wholeNumber(1, Number.MAX_SAFE_INTEGER, () => texts.invalidChoice),
    total_sen: z.int({ error: () => texts.invalidChoice }),
  }),
  answer: messageAnswer,
})

/**
 * Marks an issued statement as paid; again has no effect. 403 for the operator's own merchant, 404, 409 if it was paid before or a
 * dispute is open, 422.
 */
export const pay = endpoint({
  method: 'POST',
  path: '/console/statements/:id/payment',
  access: 'manager',
  input: z.object({ id, reference: text(PAYMENT_REFERENCE_MAX, () => texts.paymentReferenceRequired) }),
  answer: messageAnswer,
})

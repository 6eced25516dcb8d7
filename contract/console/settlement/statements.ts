import * as z from 'zod/mini'
import { texts } from '#texts'
import { statement, statementLine } from '../../counter/statements.ts'
import { endpoint } from '../../endpoint.ts'
import { choice, dataOf, done, file, id, invalidChoice, listOf, page, recordId, reference, text } from '../../fields.ts'
import { PAYMENT_REFERENCE_MAX } from '../../limits.ts'
import { month, statementStates } from '../../values/statements.ts'

const nextSteps = ['answer', 'issue', 'pay'] as const
export type NextStep = (typeof nextSteps)[number]

const adminStatement = z.extend(statement, {
  /** Null while it is live. */
  id: z.nullable(z.number()),
  merchant: reference,
  /** Null if nothing is to be done now. */
  next: z.nullable(z.enum(nextSteps)),
  issued_by: z.nullable(z.string()),
  accepted_by: z.nullable(z.string()),
  paid_by: z.nullable(z.string()),
})
export type AdminStatement = z.infer<typeof adminStatement>

const withLines = z.extend(adminStatement, { rows: z.array(statementLine) })
export type AdminStatementWithLines = z.infer<typeof withLines>

const filters = { month: z.optional(month), merchant_id: z.optional(id) }

const listFilters = z.object({ page, state: z.optional(choice(statementStates)), ...filters })

/** The statements: what is to be done first, then by month, the newest first, and merchant. */
export const list = endpoint('GET /console/statements', 'manager', listFilters, listOf(adminStatement))

/** The lines of the statements of a month, or of all, as a CSV file. 429. */
export const exportStatements = endpoint('GET /console/statements/export', 'manager', z.object(filters), file)

const path = z.object({ id, month })

/** One statement with its lines. 404. */
export const show = endpoint('GET /console/merchants/:id/statements/:month', 'manager', path, dataOf(withLines))

const seenFigures = z.object({
  id,
  month,
  lines: recordId(() => texts.invalidChoice),
  total_sen: z.int(invalidChoice),
})

/** Issues a month that is over; 409 unless `lines` and `total_sen` are current. 403 for the own merchant, 404. */
export const issue = endpoint('POST /console/merchants/:id/statements/:month/issue', 'manager', seenFigures, done)

const payment = z.object({ id, reference: text(PAYMENT_REFERENCE_MAX, () => texts.paymentReferenceRequired) })

/** Marks an issued statement as paid. 403 for the own merchant, 404, 409 if paid before or disputed, 422. */
export const pay = endpoint('POST /console/statements/:id/payment', 'manager', payment, done)

import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, dataOf, done, file, id, instant, malayText, message } from '../fields.ts'
import { REASON_MAX } from '../limits.ts'
import { handOverWays, lineKinds, month, statementStates } from '../values/statements.ts'

export const statementLine = z.object({
  /** Null while the statement is live. */
  id: z.nullable(z.number()),
  kind: z.enum(lineKinds),
  /** When it was; for a hand-over that was entered later, the time that was noted. */
  at: instant,
  /** Of a hand-over; null for other lines. */
  way: z.nullable(z.enum(handOverWays)),
  /** The number of the voucher and its reward. */
  number: z.nullable(z.string()),
  title: z.nullable(z.string()),
  title_ms: malayText,
  /** In sen; negative if something is taken back. */
  amount_sen: z.number(),
  reason: z.nullable(z.string()),
  dispute: z.nullable(
    z.object({
      id: z.number(),
      reason: z.string(),
      /** Null until a manager has answered; then `adjusted_sen` is what the next statement adds. */
      answer: z.nullable(z.string()),
      adjusted_sen: z.number(),
    }),
  ),
})
export type StatementLine = z.infer<typeof statementLine>

export const statement = z.object({
  /** `YYYY-MM` on the campus. */
  month: z.string(),
  state: z.enum(statementStates),
  total_sen: z.number(),
  lines: z.number(),
  open_disputes: z.number(),
  issued_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
  paid_at: z.nullable(instant),
  payment_reference: z.nullable(z.string()),
})
export type Statement = z.infer<typeof statement>

/** The statements of one of the caller's merchants, the newest month first. A month without hand-overs has none. 404. */
export const list = endpoint('GET /counter/owner/merchants/:id/statements', 'owner', byId, dataOf(z.array(statement)))

const path = z.object({ id, month })
const withLines = dataOf(z.extend(statement, { rows: z.array(statementLine) }))

/** Lines by time. An owner accepts once. 404, 409 if another one did, it is paid, or a dispute is open. */
export const show = endpoint('GET /counter/owner/merchants/:id/statements/:month', 'owner', path, withLines)
export const accept = endpoint('POST /counter/owner/merchants/:id/statements/:month/acceptance', 'owner', path, done)

const dispute = z.object({ id, reason: message(REASON_MAX, () => texts.reasonRequired) })

/** Disputes a line of an issued statement, not yet accepted or paid. Idempotent. 404, 409, 422. */
export const disputeLine = endpoint('POST /counter/owner/statement-lines/:id/dispute', 'owner', dispute, done, CREATED)

/** The lines as a CSV file. Cells are quoted, and formulas escaped. 404, 429. */
export const exportLines = endpoint('GET /counter/owner/merchants/:id/statements/:month/export', 'owner', path, file)

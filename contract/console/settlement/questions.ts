import * as z from 'zod/mini'
import { texts } from '#texts'
import { statementLine } from '../../counter/statements.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, done, flag, id, instant, nothing, reason, reference } from '../../fields.ts'
import { STATEMENT_ADJUSTMENT_MAX_SEN } from '../../limits.ts'
import { handOverWays } from '../../values/statements.ts'

const dispute = z.object({
  id: z.number(),
  merchant: reference,
  month: z.string(),
  owner: z.string(),
  reason: z.string(),
  created_at: instant,
  line: statementLine,
  voucher_id: z.nullable(z.number()),
})
export type Dispute = z.infer<typeof dispute>

const lateHandOver = z.object({
  id: z.number(),
  voucher: z.object({ id: z.number(), number: z.string(), title: z.string() }),
  merchant: reference,
  cashier: z.string(),
  phone: z.string(),
  noted_at: instant,
  created_at: instant,
  /** What the voucher was when it was entered; `ready`: its member was suspended. */
  voucher_state: z.string(),
  /** How it came to that state; null only if it was `ready`. Of a recalled reward, the time of the recall. */
  ended: z.nullable(
    z.object({
      /** Of a hand-over that was entered later, the time that was noted. */
      at: instant,
      /** Of a hand-over; null for other ends. */
      way: z.nullable(z.enum(handOverWays)),
      /** The operator or the cashier; null for the member and for the clock. */
      by: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      /** The month of the issued statement that has the hand-over; null if none has it yet. */
      billed_in: z.nullable(z.string()),
      undone: z.nullable(z.object({ kind: z.enum(['unused', 'voided']), at: instant })),
    }),
  ),
  owed_sen: z.number(),
  /** All reports of this voucher that wait for the answer, the oldest first. The fields above are those of the newest. */
  reports: z.array(z.object({ cashier: z.string(), phone: z.string(), noted_at: instant, created_at: instant })),
  /** Whether a hand-over of the voucher is paid for already, so that no other one can be. */
  is_settled: z.boolean(),
  /** What paying does to stamps: paid (`held`), taken again (`taken`), too few (`missing`), no account (`gone`). */
  if_paid: z.object({
    stamps: z.enum(['held', 'taken', 'missing', 'gone']),
    needed: z.number(),
    available: z.number(),
  }),
})
export type LateHandOver = z.infer<typeof lateHandOver>

const openQuestions = dataOf(z.object({ disputes: z.array(dispute), late: z.array(lateHandOver) }))

/** Disputes and late hand-overs that wait for an answer, oldest first, at most `SETTLEMENT_OPEN_MAX` of each. */
export const open = endpoint('GET /console/settlement-questions', 'manager', nothing, openQuestions)

const disputeAnswer = z.object({
  id,
  answer: reason,
  amount_sen: z
    .int({ error: () => texts.statementAdjustmentInvalid })
    .check(
      z.minimum(-STATEMENT_ADJUSTMENT_MAX_SEN, { error: () => texts.statementAdjustmentInvalid }),
      z.maximum(STATEMENT_ADJUSTMENT_MAX_SEN, { error: () => texts.statementAdjustmentInvalid }),
    ),
})

/** Answers a dispute by mail; an amount goes into the next statement. 403 for the own merchant, 404, 409, 422. */
export const answerDispute = endpoint('POST /console/line-disputes/:id/answer', 'manager', disputeAnswer, done)

const lateAnswer = z.object({ id, is_paid: flag, reason })

/** Answers all late reports of a voucher; paying uses it and takes its stamps. 403 for own ones, 404, 409, 422. */
export const answerLate = endpoint('POST /console/late-hand-overs/:id/answer', 'manager', lateAnswer, done)

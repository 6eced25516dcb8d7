import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { choice, dataOf, nothing } from './fields.ts'

export const reasonCode = choice([
  'unreadable',
  'cut_off',
  'amount_hidden',
  'wrong_amount',
  'wrong_date',
  'wrong_invoice',
  'wrong_merchant',
  'not_partner',
  'not_receipt',
  'already_used',
  'too_old',
])
export type ReasonCode = z.infer<typeof reasonCode>

/** Reasons that a resubmission cannot remove; only an appeal can help. */
const lastingReasons: readonly ReasonCode[] = ['not_partner', 'already_used', 'too_old']

/** Whether resubmitting can help, by the `codes` of all rejections in the chain; null: the reviewer's own words. */
export const canResubmit = (codes: readonly (ReasonCode | null)[]): boolean =>
  !codes.some((code) => code && lastingReasons.includes(code))

const latest = dataOf(z.array(reasonCode))

/** The reasons of the latest rejections, most frequent first. */
export const rejectionReasons = endpoint('GET /console/rejection-reasons', 'reviewer', nothing, latest)

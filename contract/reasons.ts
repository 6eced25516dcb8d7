import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'
import * as texts from './texts.ts'

/** Why a receipt is rejected, as reports count it. */
export const reasonCode = z.enum(
  [
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
  ],
  texts.invalidChoice,
)
export type ReasonCode = z.infer<typeof reasonCode>

/** Reasons that remain however often the receipt is sent: they leave an appeal alone. */
const lastingReasons: readonly ReasonCode[] = ['not_partner', 'already_used', 'too_old']

/**
 * Whether sending a rejected receipt again can help. `codes` are the reasons of its rejection and of the other rejections in
 * its chain of corrections; null is a reason in own words.
 */
export function canResubmit(codes: readonly (ReasonCode | null)[]): boolean {
  return !codes.some((code) => code && lastingReasons.includes(code))
}

/** The codes of the reasons that the latest rejections were given, the commonest first; one that none was given is left out. */
export const rejectionReasons = endpoint({
  method: 'GET',
  path: '/console/rejection-reasons',
  access: 'reviewer',
  input: z.object({}),
  answer: dataOf(z.array(reasonCode)),
})

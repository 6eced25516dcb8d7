import * as z from 'zod/mini'
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

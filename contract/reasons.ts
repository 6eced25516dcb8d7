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

/** The codes of the reasons that the latest rejections were given, the commonest first; one that none was given is left out. */
export const rejectionReasons = endpoint({
  method: 'GET',
  path: '/console/rejection-reasons',
  access: 'reviewer',
  input: z.object({}),
  answer: dataOf(z.array(reasonCode)),
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'

/** S-7.07. The balance is the sum of the ledger and may be negative (D-45). */
export const show = endpoint({
  method: 'GET',
  path: '/wallet',
  access: 'member',
  input: z.object({}),
  answer: dataOf(z.object({ stamp_balance: z.number() })),
})

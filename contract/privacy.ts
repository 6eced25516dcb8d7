import * as z from 'zod/mini'
import { requiredPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'

/** A signed address, good for 5 to 10 minutes, where everything kept about the caller lies as one ZIP file (D-91). */
export const exportData = endpoint({
  method: 'POST',
  path: '/user/data-export',
  access: 'member',
  input: z.object({}),
  answer: dataOf(z.object({ url: z.string() })),
})

/** Deletes the caller's account for good (D-92). 422 on `password` where it is wrong. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deletion',
  access: 'member',
  input: z.object({ password: requiredPassword }),
  answer: z.object({ message: z.string() }),
})

import * as z from 'zod/mini'
import { requiredPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { dataOf, done, nothing } from './fields.ts'

/** Returns a signed URL, valid for 5 to 10 minutes, of a ZIP file with all data stored about the caller. 429. */
export const exportData = endpoint('POST /user/data-export', 'member', nothing, dataOf(z.object({ url: z.string() })))

/** Deletes the caller's account for good. 422 on `password` if it is wrong. */
export const deleteAccount = endpoint('POST /user/deletion', 'member', z.object({ password: requiredPassword }), done)

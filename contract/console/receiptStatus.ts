import * as z from 'zod/mini'
import { status } from '../submissions.ts'

/** The status of a receipt for operators. Members see no withdrawn receipts. */
export const receiptStatus = z.enum([...status.options, 'withdrawn'])
export type ReceiptStatus = z.infer<typeof receiptStatus>

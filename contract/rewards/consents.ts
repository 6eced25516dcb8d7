import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { done, wholeNumber } from '../fields.ts'

/** The numbers of the newest supplements of the two legal pages. Claims need the consent to both. */
export const currentSupplements = { terms: 1, privacy: 7 } as const

const number = (newest: number) => wholeNumber(1, newest, () => texts.invalidChoice)

/** The newest supplement of each legal page that a member has read and accepts. */
export const supplements = z.object({
  terms: number(currentSupplements.terms),
  privacy: number(currentSupplements.privacy),
})

export type Supplements = z.infer<typeof supplements>

/** Records that the caller accepts these supplements, and when. A repeat changes nothing. 422. */
export const accept = endpoint('POST /consents', 'member', supplements, done)

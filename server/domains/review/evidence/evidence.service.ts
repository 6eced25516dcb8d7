import type { OcrState } from '@stampus/contract/console/comparedFacts'
import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findMarksByEmail } from '../../accounts/deleted-accounts.service.ts'
import type { Standing } from '../../accounts/deleted-accounts.store.ts'
import { type Comparison, verdictsOf } from '../../receipt-ocr/ocr-result.ts'
import { compareEarly } from '../../receipt-ocr/receipt-ocr.service.ts'
import { findComparisons } from '../../receipt-ocr/receipt-ocr.store.ts'
import {
  type Circumstances,
  findCircumstances,
  findLookAlikes,
  findPastCorrections,
  findReopened,
  findSenders,
  type LookAlike,
  type PastCorrections,
  type Reopened,
} from './evidence.store.ts'

/**
 * Evidence about a submission: look-alikes, circumstances, past corrections and the OCR result. Missing parts mean
 * nothing is known.
 */
export type Evidence = {
  lookAlikes: LookAlike[]
  circumstances: Circumstances | undefined
  /** Undefined when none of the member's receipts was ever corrected. */
  corrected: PastCorrections | undefined
  reading_state: OcrState
  /** Null when the picture was not read. */
  comparison: Comparison | null
  /** What was read before it was sent, until the picture is read. It may only add a doubt. */
  early?: Comparison | undefined
  /** Describes the deleted account with the same email address. */
  returned_with?: string | undefined
  /** The reopening, when the submission is pending again. */
  reopened?: Reopened | undefined
}

/** Loads the evidence for these submissions, as far as this operator may see it. */
export async function gatherEvidence(
  db: Queryable,
  config: Pick<Config, 'RECEIPT_OCR' | 'APP_KEY' | 'TIME_ZONE'>,
  operatorId: number,
  ids: number[],
): Promise<(id: number) => Evidence> {
  const lookAlikes = await findLookAlikes(db, operatorId, ids)
  const circumstances = await findCircumstances(db, ids, config.TIME_ZONE)
  const corrected = await findPastCorrections(db, ids)
  const comparisons = await findComparisons(db, ids)
  const isPending = (id: number) => getOcrState(comparisons.get(id), config.RECEIPT_OCR) === 'pending'
  const early = await compareEarly(db, ids.filter(isPending))
  const returns = await findReturningMembers(db, config, ids)
  const reopened = await findReopened(db, ids)
  return (id) => ({
    lookAlikes: lookAlikes.get(id) ?? [],
    circumstances: circumstances.get(id),
    corrected: corrected.get(id),
    reading_state: getOcrState(comparisons.get(id), config.RECEIPT_OCR),
    comparison: comparisons.get(id) ?? null,
    early: early.get(id),
    returned_with: returns.get(id),
    reopened: reopened.get(id),
  })
}

/** `comparison` is undefined until OCR is done and null when OCR failed. */
export function getOcrState(comparison: Comparison | null | undefined, reading: Config['RECEIPT_OCR']): OcrState {
  if (comparison === undefined) return reading === 'on' ? 'pending' : 'off'
  if (comparison === null) return 'failed'
  return verdictsOf(comparison).every((verdict) => verdict === 'not_found') ? 'illegible' : 'read'
}

const FLAG_LABELS: Record<keyof Standing, string> = {
  negative_balance: 'a negative balance',
  reversals: 'reversed approvals',
  rejections: 'three or more rejections',
}

/**
 * Finds senders who registered again after deleting an account. Returns what was wrong with that account, by
 * submission id.
 */
async function findReturningMembers(
  db: Queryable,
  config: Pick<Config, 'APP_KEY'>,
  ids: number[],
): Promise<Map<number, string>> {
  const senders = await findSenders(db, ids)
  const marks = await findMarksByEmail(db, config, [...new Set(senders.map(({ email }) => email))])
  const returns = senders.flatMap(({ id, email }) => {
    const mark = marks.get(email)
    return mark ? [[id, describeFlags(mark)] as const] : []
  })
  return new Map(returns)
}

function describeFlags(standing: Standing): string {
  const reasons = Object.entries(FLAG_LABELS).flatMap(([key, words]) =>
    standing[key as keyof Standing] ? [words] : [],
  )
  return new Intl.ListFormat('en').format(reasons)
}

import type { ComparedFact, ComparedFacts, OcrState } from '@stampus/contract/console/evidence'
import type { Role } from '@stampus/contract/console/operators'
import type { ReviewItem } from '@stampus/contract/console/review'
import { UNDO_MS } from '@stampus/contract/limits'
import type { FactName } from '@stampus/contract/ocrPreview'
import { invoiceDigits } from '@stampus/contract/values/invoices'
import { decimalAmount, type EarningRule, stampsFor } from '@stampus/contract/values/money'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { findMarksByEmail } from '../../accounts/deleted-accounts.service.ts'
import type { Standing } from '../../accounts/deleted-accounts.store.ts'
import { type Compared, type Comparison, verdictsOf } from '../../receipt-ocr/ocr-result.ts'
import { compareEarly } from '../../receipt-ocr/receipt-ocr.service.ts'
import { openEarningRules } from '../../wallet/earning-rules/earning-rules.store.ts'
import { presentPicture } from '../queue.service.ts'
import type { StoredPicture } from '../queue.store.ts'
import { hasConfirmer, isLargeAmount } from '../second-operator.service.ts'
import * as store from './evidence.store.ts'
import { buildSignals, filterApproved } from './signals.ts'

/** Loads what the desk shows. Returns a lookup by id that throws 404 for an unknown one. */
export async function loadReviewItems(deps: Deps, operatorId: number, ids: number[]) {
  const { pool } = deps.db
  const [rows, evidenceOf, recent, ruleAt] = await Promise.all([
    store.findReviewItemRows(pool, { ids, operatorId, now: deps.now() }),
    gatherEvidence(pool, deps.config, operatorId, ids),
    store.findRecentSubmissions(pool, operatorId, ids),
    openEarningRules(pool, deps.now()),
  ])
  const secondOf = await determineSecondOperators(deps, operatorId, rows)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (id: number) => {
    const row = found.get(id)
    if (!row) throw notFound()
    const details = { recent: recent.get(id) ?? [], second: secondOf(row), rule: ruleAt(row.created_at) }
    return presentItem(deps, operatorId, row, { ...evidenceOf(id), ...details })
  }
}

type ItemDetails = store.Evidence & {
  recent: store.RecentRow[]
  second: ReviewItem['second_person']
  rule: EarningRule
}

function presentItem(deps: Deps, operatorId: number, row: store.ReviewItemRow, details: ItemDetails) {
  const { recent, second, rule, ...evidence } = details
  // The contract takes an item, which may be null, only without further fields.
  const { amount_sen, picture_key, placeholder, width, height, filled_in, undoable_by, undo_from, ...others } = row
  const { sent, approved, rejected, decision, ...shown } = others
  const { reading_state, comparison, early } = evidence
  const signals = buildSignals({ ...row, merchant_name: row.merchant.name }, evidence, deps.config, (other) =>
    presentPictureIfStored(deps, other),
  )
  return {
    ...shown,
    purchase_amount: decimalAmount(amount_sen),
    picture: presentPictureIfStored(deps, { picture_key, placeholder, width, height }),
    stamps_on_approval: stampsFor(amount_sen, rule),
    earning_rule: rule,
    signals,
    approved_alike: filterApproved(evidence.lookAlikes).map(({ id }) => id),
    reading_state: picture_key === null ? 'off' : reading_state,
    reading: reading_state === 'read' && comparison ? presentComparison(comparison, filled_in) : null,
    early_reading: early ? presentComparison(early, FACTS) : null,
    recent: {
      ...{ sent, approved, rejected },
      corrected: presentCorrected(evidence.corrected),
      of_member: recent.filter(({ whose }) => whose === 'member').map(presentRecent),
      of_merchant: recent.filter(({ whose }) => whose === 'merchant').map(presentRecent),
    },
    reopened: evidence.reopened ?? null,
    second_person: second,
    decision: decision && {
      ...decision,
      undo_left_ms:
        undoable_by === operatorId ? Math.max(0, undo_from.getTime() + UNDO_MS - deps.now().getTime()) : null,
    },
  }
}

/** Null when none is needed. Escalated receipts need a manager. */
async function determineSecondOperators(deps: Deps, operatorId: number, rows: store.ReviewItemRow[]) {
  const roleOf = (row: store.ReviewItemRow): Role | null => {
    if (row.status !== 'pending' || !isLargeAmount(deps, row.amount_sen)) return null
    return row.escalation === null ? 'reviewer' : 'manager'
  }
  const found = new Map<Role | null, ReviewItem['second_person']>()
  for (const role of new Set(rows.map(roleOf)))
    if (role) found.set(role, (await hasConfirmer(deps.db.pool, deps, operatorId, role)) ? 'available' : 'nobody')
  return (row: store.ReviewItemRow) => found.get(roleOf(row)) ?? null
}

export function presentPictureIfStored(deps: Deps, { picture_key, ...rest }: StoredPicture): ReviewItem['picture'] {
  return picture_key === null ? null : presentPicture(deps, { picture_key, ...rest })
}

const presentRecent = ({ id, created_at, amount_sen, status, member, merchant }: store.RecentRow) => {
  return { id, created_at, purchase_amount: decimalAmount(amount_sen), status, member, merchant }
}

function presentCorrected(corrected: store.Evidence['corrected']): ReviewItem['recent']['corrected'] {
  const { receipts = 0, lowered = 0, lowered_sen = 0, raised = 0, raised_sen = 0 } = corrected ?? {}
  return { receipts, lowered, lowered_by: decimalAmount(lowered_sen), raised, raised_by: decimalAmount(raised_sen) }
}

/** What was read before a receipt was sent is no second source: all its facts count as filled in. */
const FACTS: FactName[] = ['merchant', 'purchase_amount', 'purchase_date', 'invoice_number']

/** Facts that were filled in are no match, because OCR read both values. */
export function presentComparison(comparison: Comparison, filledIn: FactName[]): ComparedFacts {
  const { amount, date, invoice, merchant } = comparison
  const present = <T>(fact: FactName, compared: Compared<T>, asText: (read: T) => string | undefined) =>
    presentFact(compared, filledIn.includes(fact), asText)
  return {
    purchase_amount: present('purchase_amount', amount, decimalAmount),
    purchase_date: { ...present('purchase_date', date, String), time: date.time ?? null },
    invoice_number: present('invoice_number', invoice, invoiceDigits),
    merchant: { ...present('merchant', merchant, String), merchant_id: merchant.id ?? null },
  }
}

function presentFact<T>(
  { verdict, read, box }: Compared<T>,
  filled_in: boolean,
  asText: (read: T) => string | undefined,
): ComparedFact {
  const shown = filled_in && verdict !== 'differs' ? 'filled_in' : verdict
  return { verdict: shown, filled_in, read: (read === undefined ? null : asText(read)) ?? null, place: box ?? null }
}

/** Gathers the evidence that this operator may see. */
export async function gatherEvidence(
  db: Queryable,
  config: Pick<Config, 'RECEIPT_OCR' | 'APP_KEY' | 'TIME_ZONE'>,
  operatorId: number,
  ids: number[],
): Promise<(id: number) => store.Evidence> {
  const lookAlikes = await store.findLookAlikes(db, operatorId, ids)
  const circumstances = await store.findCircumstances(db, ids, config.TIME_ZONE)
  const corrected = await store.findPastCorrections(db, ids)
  const comparisons = await store.findComparisons(db, ids)
  const isPending = (id: number) => getOcrState(comparisons.get(id), config.RECEIPT_OCR) === 'pending'
  const early = await compareEarly(db, ids.filter(isPending))
  const returns = await findReturningMembers(db, config, ids)
  const reopened = await store.findReopened(db, ids)
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

/** What was wrong with the deleted account of a sender who registered again, by submission id. */
async function findReturningMembers(
  db: Queryable,
  config: Pick<Config, 'APP_KEY'>,
  ids: number[],
): Promise<Map<number, string>> {
  const senders = await store.findSenders(db, ids)
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

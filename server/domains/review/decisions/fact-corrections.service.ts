import { texts } from '@stampus/contract/texts'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { decimalAmount } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import type { Deps } from '../../../deps.ts'
import type { Change } from '../../../platform/audit/audit.store.ts'
import { violatesUnique } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict, requireFound } from '../../../platform/http/http-error.ts'
import { repeatComparison } from '../../receipt-ocr/receipt-ocr.service.ts'
import { type ReceiptFacts, updateFacts } from '../../submissions/reviewed-submissions.store.ts'
import {
  checkMerchant,
  checkMerchantRules,
  checkMinimumSpend,
  checkPurchaseDate,
} from '../../submissions/submissions.service.ts'
import {
  type FactCorrection,
  findDuplicate,
  findFacts,
  listFactCorrections,
  type SentFacts,
} from '../decisions.store.ts'

/** What the reviewer read differently from what the member typed. */
type FactChanges = { [Field in keyof ReceiptFacts]?: ReceiptFacts[Field] | undefined }

const fields = ['merchant_id', 'invoice_number', 'purchase_date', 'purchase_amount'] as const

/** The rules of the day when it was sent apply. Returns the amount in sen. Throws 404, 422 on the field. */
export async function correctFacts(
  tx: Queryable,
  deps: Deps,
  submissionId: number,
  corrected: FactChanges,
): Promise<{ corrections: FactCorrection[]; amountSen: number }> {
  const typed = requireFound(await findFacts(tx, submissionId))
  const { facts, corrections } = compareFacts(typed, corrected)
  const { merchant_id: merchantId, user_id: userId, purchase_amount: amountSen, purchase_date } = facts
  const changes = (field: keyof ReceiptFacts) => corrections.some((correction) => correction.field === field)
  if (changes('purchase_date')) checkPurchaseDate(deps, purchase_date, typed.sent_at)
  const whenSent = { config: deps.config, now: () => typed.sent_at }
  // The daily limit only matters for a new merchant: the old one has counted this receipt already.
  if (changes('merchant_id')) {
    await checkMerchant(tx, merchantId)
    await checkMerchantRules(tx, whenSent, { merchantId, userId, amountSen })
  } else if (changes('purchase_amount')) await checkMinimumSpend(tx, whenSent, { merchantId, userId, amountSen })
  if (corrections.length > 0) await saveFacts(tx, submissionId, facts)
  return { corrections, amountSen }
}

export function compareFacts(
  typed: SentFacts,
  corrected: FactChanges,
): { facts: SentFacts; corrections: FactCorrection[] } {
  const facts = { ...typed, ...withoutUndefined(corrected) }
  const changed = fields.filter((field) => asText(field, typed) !== asText(field, facts))
  const corrections = changed.map((field) => ({ field, typed: asText(field, typed), corrected: asText(field, facts) }))
  return { facts, corrections }
}

export function toChange({ field, typed, corrected }: FactCorrection): Change {
  return { field, before: typed, after: corrected }
}

type OfDecision = { decisionId: number; submissionId: number }

/** The facts as the member typed them, and what this decision, which is in force, corrected. */
export async function findTypedFacts(
  db: Queryable,
  { decisionId, submissionId }: OfDecision,
): Promise<{ facts: SentFacts; corrections: FactCorrection[] }> {
  const facts = requireFound(await findFacts(db, submissionId))
  const corrections = await listFactCorrections(db, decisionId)
  return { facts: { ...facts, ...typedFactsOf(corrections) }, corrections }
}

/** Restores the typed facts. Returns what the decision had corrected. */
export async function restoreTypedFacts(tx: Queryable, of: OfDecision): Promise<FactCorrection[]> {
  const { facts, corrections } = await findTypedFacts(tx, of)
  if (corrections.length > 0) await saveFacts(tx, of.submissionId, facts)
  return corrections
}

/** These indexes let one receipt earn stamps only once. */
const UNIQUE_INDEXES = ['submissions_approved_once', 'submissions_sent_once']

type Decided = {
  id: number
  corrections?: FactChanges | undefined
  /** The text when the member has sent the receipt again. Without it, the error names the duplicate. */
  sentAgain?: string | undefined
}

/** Throws 409, with `submission_id`, when a duplicate of this submission already counts for the receipt. */
export async function withDuplicateErrors(deps: Deps, decided: Decided, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { id, corrections = {}, sentAgain } = decided
    if (sentAgain && violatesUnique(error, 'submissions_sent_once')) throw conflict(sentAgain)
    if (!UNIQUE_INDEXES.some((index) => violatesUnique(error, index))) throw error
    const duplicate = await findDuplicateOf(deps.db.pool, id, corrections)
    // Without one, the duplicate's approval was undone in this very moment: try again.
    if (!duplicate) return withDuplicateErrors(deps, decided, work)
    const text = duplicate.status === 'approved' ? texts.approvedElsewhere : texts.sentElsewhere
    throw conflict(text(duplicate.id), { fields: { submission_id: duplicate.id } })
  }
}

function findDuplicateOf(db: Queryable, submissionId: number, corrected: FactChanges) {
  const { merchant_id, invoice_number, purchase_date } = corrected
  return findDuplicate(db, submissionId, {
    merchantId: merchant_id ?? null,
    invoiceKey: invoice_number === undefined ? null : invoiceKey(invoice_number),
    purchaseDate: purchase_date ?? null,
  })
}

async function saveFacts(tx: Queryable, submissionId: number, facts: ReceiptFacts): Promise<void> {
  await updateFacts(tx, submissionId, { ...facts, invoiceKey: invoiceKey(facts.invoice_number) })
  await repeatComparison(tx, submissionId)
}

function withoutUndefined(corrected: FactChanges): Partial<ReceiptFacts> {
  return Object.fromEntries(Object.entries(corrected).filter(([, value]) => value !== undefined))
}

function asText(field: keyof ReceiptFacts, facts: ReceiptFacts): string {
  return field === 'purchase_amount' ? decimalAmount(facts.purchase_amount) : String(facts[field])
}

function typedFactsOf(corrections: FactCorrection[]): Partial<ReceiptFacts> {
  const typed = Object.fromEntries(corrections.map((correction) => [correction.field, correction.typed]))
  return withoutUndefined({
    merchant_id: typed.merchant_id === undefined ? undefined : Number(typed.merchant_id),
    invoice_number: typed.invoice_number,
    purchase_date: typed.purchase_date,
    purchase_amount: typed.purchase_amount === undefined ? undefined : parseAmount(typed.purchase_amount),
  })
}

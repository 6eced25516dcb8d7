import { createHash } from 'node:crypto'
import type { AnswerOf, ParsedInputOf } from '@stampus/contract/endpoint'
import { type create, type decisionTimes, purchaseDateError } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayAfter, dayIn, instantOf } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import { receiptPictureOrGif } from '@stampus/contract/values/pictures'
import type { Deps } from '../../deps.ts'
import { violatesUnique } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { daysBefore } from '../../platform/durations.ts'
import { ExpectedError } from '../../platform/errors.ts'
import type { FormFile } from '../../platform/http/form.ts'
import { conflict, type HttpError, invalid, requireFound, unauthenticated } from '../../platform/http/http-error.ts'
import { consumeLimit, perHour } from '../../platform/rate-limits/rate-limits.ts'
import { unmarkDiscarded } from '../../platform/storage/discarded-files.store.ts'
import { checkUpload, decodeUpload } from '../../platform/uploads/uploads.service.ts'
import { recordFilledIn } from '../receipt-ocr/filled-in/filled-in.service.ts'
import { enqueueForOcr } from '../receipt-ocr/receipt-ocr.service.ts'
import { runOncePerKey, type SaveResult } from './idempotency-keys.service.ts'
import { discardReceiptFiles, storeReceiptFiles } from './receipt-pictures.ts'
import { findApprovedResubmission } from './reviewed-submissions.store.ts'
import * as store from './submissions.store.ts'

/** Amounts are in sen. `key` is the `Idempotency-Key` header. */
type SentReceipt = {
  userId: number
  facts: ParsedInputOf<typeof create>
  file: FormFile | undefined
  key?: string | undefined
}

type AcceptedReceipt = SentReceipt & { invoice: store.Invoice; file: FormFile }

/**
 * Row and picture are on disk before it returns the id. Throws 422 on the field (with `submission_id` when the member
 * sent this receipt before), 409 while the first request with the key is in progress, 429, 401 when the account was
 * deleted.
 */
export async function submit(deps: Deps, sent: SentReceipt): Promise<number> {
  const { userId, facts, file, key } = sent
  if (!file || (file.name === '' && file.incoming.bytes === 0)) throw invalid('receipt_image', texts.requiredFields)
  await checkUpload(file, 'receipt_image', receiptPictureOrGif)
  const { merchant_id: merchantId, invoice_number, purchase_date: purchaseDate } = facts
  const accepted = { ...sent, file, invoice: { merchantId, invoiceKey: invoiceKey(invoice_number), purchaseDate } }
  const keyed = { userId, key, bodyHash: hashReceipt(accepted) }
  return runOncePerKey(deps, keyed, (saveResult) => submitNew(deps, accepted, saveResult))
}

function hashReceipt({ facts, file }: AcceptedReceipt): Buffer {
  const { merchant_id, purchase_date, purchase_amount, invoice_number, corrects } = facts
  const fields = [merchant_id, purchase_date, purchase_amount, invoice_number, file.incoming.sha256]
  if (corrects) fields.push(corrects)
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}

/** Cheap checks come first: facts, then decoding, then storing the files, then the row. */
async function submitNew(deps: Deps, sent: AcceptedReceipt, saveResult: SaveResult): Promise<number> {
  await checkFacts(deps, sent)
  const picture = await decodeUpload(sent.file, 'receipt', 'receipt_image', receiptPictureOrGif)
  const files = await storeReceiptFiles(deps, { incoming: sent.file.incoming, picture })
  return saveSubmission(deps, saveResult, {
    ...sent.invoice,
    userId: sent.userId,
    amountSen: sent.facts.purchase_amount,
    invoiceNo: sent.facts.invoice_number,
    corrects: sent.facts.corrects,
    fileSha256: Buffer.from(sent.file.incoming.sha256, 'hex'),
    files,
    placeholder: picture.placeholder,
    width: picture.full.width,
    height: picture.full.height,
    at: deps.now(),
  })
}

async function checkFacts(deps: Deps, { userId, invoice, facts }: AcceptedReceipt): Promise<void> {
  checkPurchaseDate(deps, invoice.purchaseDate, deps.now())
  await checkMerchant(deps.db.pool, invoice.merchantId)
  const sentBefore = await store.findOwnDuplicate(deps.db.pool, userId, invoice)
  if (sentBefore) throw alreadySent(sentBefore)
  await checkMerchantRules(deps.db.pool, deps, { ...invoice, userId, amountSen: facts.purchase_amount })
}

/** Throws 422 for a purchase after the receipt was sent, or longer before than allowed, in the campus time zone. */
export function checkPurchaseDate(
  { config }: Pick<Deps, 'config'>,
  purchaseDate: string,
  sentAt: Date,
  maxAgeDays: number = config.MAX_RECEIPT_AGE_DAYS,
): void {
  const error = purchaseDateError(purchaseDate, { today: dayIn(config.TIME_ZONE, sentAt), maxAgeDays })
  if (error) throw invalid('purchase_date', error)
}

/** Throws 422 for an unknown merchant, or one that takes no receipts. */
export async function checkMerchant(db: Queryable, merchantId: number): Promise<void> {
  const takesReceipts = await store.isMerchantActive(db, merchantId)
  if (takesReceipts === undefined) throw invalid('merchant_id', texts.merchantUnknown)
  if (!takesReceipts) throw invalid('merchant_id', texts.merchantInactive)
}

async function saveSubmission(deps: Deps, saveResult: SaveResult, row: store.NewSubmission): Promise<number> {
  try {
    return await inTransaction(deps.db.pool, async (tx) => {
      if (!(await store.lockAccount(tx, row.userId))) throw unauthenticated()
      await checkMerchantRules(tx, deps, row)
      const id = await store.insertSubmission(tx, row)
      await recordFilledIn(tx, deps, { submissionId: id, ...row })
      await unmarkDiscarded(tx, Object.values(row.files))
      // Handled by `handleOcrJob` in receipt-ocr.
      await enqueueForOcr(tx, deps, id)
      await saveResult(tx, id)
      return id
    })
  } catch (error) {
    const duplicate = violatesUnique(error, 'submissions_sent_once')
    // Only when the rollback is certain: after a COMMIT without a reply the row may exist and refer to them.
    if (duplicate || error instanceof ExpectedError) await discardReceiptFiles(deps, row.files)
    throw duplicate ? alreadySent(await store.findOwnDuplicate(deps.db.pool, row.userId, row)) : error
  }
}

function alreadySent(submissionId: number | undefined): HttpError {
  return invalid('invoice_number', texts.alreadySubmitted, { submission_id: submissionId })
}

const DECIDED_WITHIN_DAYS = 30
const FEWEST = 5

/** In milliseconds, or null with fewer than 5 decisions in the last 30 days. */
export async function getDecisionTimes({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<AnswerOf<typeof decisionTimes>['data']> {
  const at = now()
  const latest = await store.measureDecisionTimes(db.pool, daysBefore(at, DECIDED_WITHIN_DAYS))
  if (latest.decisions < FEWEST || latest.typical_ms === null || latest.slow_ms === null) return null
  const { typical_ms, slow_ms, waiting_since } = latest
  return { typical_ms, slow_ms, oldest_wait_ms: waiting_since && at.getTime() - waiting_since.getTime() }
}

type SentAppeal = { userId: number; submissionId: number; message: string }

/** Appeals once per submission. Throws 404, 409 (`submission_id` when the purchase is approved elsewhere), 429, 401. */
export async function makeAppeal(deps: Deps, { userId, submissionId, message }: SentAppeal): Promise<void> {
  await consumeLimit(deps.db.pool, perHour(`appeals|${userId}`, 20), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await store.lockAccount(tx, userId))) throw unauthenticated()
    const submission = requireFound(await store.lockOwnSubmission(tx, userId, submissionId))
    if (submission.status !== 'rejected') throw conflict(texts.appealNotPossible)
    if (!submission.hasPicture) throw conflict(texts.appealTooLate)
    const approved = await findApprovedResubmission(tx, submissionId)
    if (approved !== undefined) throw conflict(texts.appealApproved, { fields: { submission_id: approved } })
    if (!(await store.insertAppeal(tx, { submissionId, message, at: deps.now() })))
      throw conflict(texts.appealedAlready)
  })
}

type Receipt = { merchantId: number; userId: number; amountSen: number }
type RuleDeps = Pick<Deps, 'config' | 'now'>

/** Throws 422 on the amount when it is too low, or on the merchant when too many receipts were sent today. */
export async function checkMerchantRules(db: Queryable, deps: RuleDeps, receipt: Receipt): Promise<void> {
  const rules = await loadRules(db, deps, receipt)
  if (!rules) return
  rejectBelowMinimum(deps, rules, receipt)
  const { receiptsPerDay, taken } = rules
  if (receiptsPerDay !== null && taken >= receiptsPerDay)
    throw invalid('merchant_id', texts.dailyReceiptsSent(receiptsPerDay))
}

/** Checks a receipt that already counts towards the daily limit. Throws 422 on the amount. */
export async function checkMinimumSpend(db: Queryable, deps: RuleDeps, receipt: Receipt): Promise<void> {
  const rules = await loadRules(db, deps, receipt)
  if (rules) rejectBelowMinimum(deps, rules, receipt)
}

async function loadRules(
  db: Queryable,
  { config, now }: RuleDeps,
  receipt: Receipt,
): Promise<store.MerchantRules | undefined> {
  const day = dayIn(config.TIME_ZONE, now())
  const midnight = (of: string) => instantOf(of, '00:00', config.TIME_ZONE)
  return store.findMerchantRules(db, receipt, { from: midnight(day), until: midnight(dayAfter(day)) })
}

function rejectBelowMinimum(
  { config }: RuleDeps,
  { minimumSpendSen }: store.MerchantRules,
  { amountSen }: Receipt,
): void {
  if (minimumSpendSen === null || amountSen >= minimumSpendSen) return
  const amount = formatAmount(decimalAmount(minimumSpendSen), config.CURRENCY)
  throw invalid('purchase_amount', texts.minimumSpend(amount))
}

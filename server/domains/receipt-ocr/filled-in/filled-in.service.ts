import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { daysBefore } from '../../../platform/durations.ts'
import { deleteOldOffers, type FactKey, insertFilledIn, insertOffers } from './filled-in.store.ts'

type FileOfMember = { userId: number; fileSha256: Buffer }

/** Returns a function that stores each value of an answer once, before it is sent: the receipt may arrive first. */
export function offerRecorder({ db, now }: Deps, file: FileOfMember): (offered: PreviewFacts) => Promise<void> {
  const stored = new Set<string>()
  const nameOf = ({ fact, key }: FactKey) => `${fact} ${key}`
  return async (offered) => {
    const facts = keysOf(offered).filter((one) => !stored.has(nameOf(one)))
    if (facts.length === 0) return
    await insertOffers(db.pool, { ...file, facts, at: now() })
    for (const one of facts) stored.add(nameOf(one))
  }
}

function keysOf({ merchant, purchase_amount, purchase_date, invoice_number }: PreviewFacts): FactKey[] {
  const amountSen = purchase_amount === null ? undefined : parseAmount(purchase_amount)
  return [
    ...(merchant ? [{ fact: 'merchant' as const, key: String(merchant.id) }] : []),
    ...(amountSen === undefined ? [] : [{ fact: 'purchase_amount' as const, key: String(amountSen) }]),
    ...(purchase_date === null ? [] : [{ fact: 'purchase_date' as const, key: purchase_date }]),
    ...(invoice_number === null ? [] : [{ fact: 'invoice_number' as const, key: invoiceKey(invoice_number) }]),
  ]
}

type SentReceipt = FileOfMember & {
  submissionId: number
  merchantId: number
  amountSen: number
  purchaseDate: string
  invoiceNo: string
  invoiceKey: string
}

/** Records which facts of a new submission were filled in from the photo, in the transaction that inserts it. */
export async function recordFilledIn(tx: Queryable, deps: Deps, sent: SentReceipt): Promise<void> {
  const { submissionId, userId, fileSha256, merchantId, amountSen, purchaseDate } = sent
  const same = (fact: FactKey['fact'], value: number | string) => ({ fact, key: String(value), value: String(value) })
  const facts = [
    same('merchant', merchantId),
    same('purchase_amount', amountSen),
    same('purchase_date', purchaseDate),
    { fact: 'invoice_number' as const, key: sent.invoiceKey, value: sent.invoiceNo },
  ]
  await insertFilledIn(tx, { submissionId, userId, fileSha256, facts, since: offersSince(deps) })
}

/** Deletes offers for receipts that are too old to be sent. */
export const removeOldOffers = (deps: Deps) => deleteOldOffers(deps.db.pool, offersSince(deps))

/** A day more than a receipt may be old, because a day of purchase has no time. */
const offersSince = ({ config, now }: Deps) => daysBefore(now(), config.MAX_RECEIPT_AGE_DAYS + 1)

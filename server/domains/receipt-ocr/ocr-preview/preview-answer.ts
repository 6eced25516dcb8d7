import type { PictureProblem as NamedProblem, PreviewFacts } from '@stampus/contract/ocrPreview'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Box } from '../../../platform/ocr/page.ts'
import { suggestInvoiceNumber } from '../facts/match-invoice-number.ts'
import { matchMerchant } from '../facts/merchant-names.ts'
import { findSureFacts } from '../facts/sure-facts.ts'
import type { Facts, PictureProblem } from '../ocr-result.ts'
import type { ListedMerchant } from '../receipt-ocr.store.ts'

const PROBLEMS: Record<PictureProblem, NamedProblem> = {
  dark: 'dark',
  blurred: 'blurred',
  'cut off': 'cut_off',
  'no receipt': 'no_receipt',
}

type FinalFacts = Facts & { problem?: PictureProblem }

/** The merchant among the active ones whose name is on the picture; undefined if there is none, or more than one. */
export type FindMerchant = (facts: Facts) => Promise<ListedMerchant | undefined>

/** Returns a lookup for one picture. It lists the merchants once, and compares only a name that it has not seen. */
export function merchantFinder(listMerchants: () => Promise<ListedMerchant[]>): FindMerchant {
  let merchants: Promise<ListedMerchant[]> | undefined
  let last: { name: string; found: ListedMerchant | undefined } | undefined
  return async ({ merchant }) => {
    if (!merchant) return undefined
    merchants ??= listMerchants()
    if (last?.name !== merchant.value)
      last = { name: merchant.value, found: matchMerchant({ merchant }, await merchants) }
    return last.found
  }
}

/** Presents only clear facts: no hint is better than a wrong one. */
export async function presentFacts(facts: FinalFacts, findMerchant: FindMerchant): Promise<PreviewFacts> {
  const { merchant: name, total, date, invoice, problem } = facts
  const merchant = await findMerchant(facts)
  const number = suggestInvoiceNumber(invoice)
  const places = {
    ...(merchant && name && { merchant: placeOf(name) }),
    ...(total && { purchase_amount: placeOf(total) }),
    ...(date && { purchase_date: placeOf(date) }),
    ...(invoice && number !== undefined && { invoice_number: placeOf(invoice) }),
  }
  return {
    purchase_amount: total ? decimalAmount(total.value) : null,
    purchase_date: date?.value ?? null,
    invoice_number: number ?? null,
    picture_problem: problem ? PROBLEMS[problem] : null,
    merchant: merchant ? { id: merchant.id, name: merchant.name, address: merchant.address } : null,
    places,
  }
}

export async function presentFinalFacts(facts: FinalFacts, findMerchant: FindMerchant): Promise<PreviewFacts> {
  const presented = await presentFacts(facts, findMerchant)
  const isMerchantSure = presented.merchant && !facts.problem
  return { ...presented, sure: [...(isMerchantSure ? ['merchant' as const] : []), ...findSureFacts(facts)] }
}

function placeOf({ box: { left, top, width, height } }: { box: Box }) {
  return { left, top, width, height }
}

import type { Signal } from '@stampus/contract/console/signals'
import { ROUNDED_BY_SEN } from '../../receipt-ocr/facts/total-checks.ts'
import type { Comparison, PaperKind, PaperMark } from '../../receipt-ocr/ocr-result.ts'

/** Papers that prove no purchase. */
const NO_PURCHASE: Record<Exclude<PaperKind, 'reprint' | 'card slip'>, string> = {
  quotation: 'seems to be a quotation',
  'pro forma': 'seems to be a pro forma invoice',
  'delivery order': 'seems to be a delivery order',
  order: 'seems to be an order',
  'not a receipt': 'says that it is not a receipt',
  unpaid: 'seems to be not paid',
  'wrong date': 'contradicts its own date',
  screen: 'seems to be a picture on a screen',
  refund: 'seems to be a refund',
  'credit note': 'seems to be a credit note',
  void: 'seems to be void',
  payment: 'seems to be a payment without its goods',
  foreign: 'seems to be not in ringgit',
  'no items': 'names no goods and no total',
  illegible: 'seems to be in a script or print that we cannot read',
}
/** Papers of purchases of which another one exists. */
const COPIES: Partial<Record<PaperKind, string>> = {
  reprint: 'seems to be a reprint or copy',
  'card slip': 'seems to be a card slip',
}

/** Signals about the paper itself, whatever was typed. `amountSen` is the typed amount. */
export function paperSignals(
  { paper = [], sums }: Pick<Comparison, 'paper' | 'sums'>,
  amountSen: number,
  money: (sen: number) => string,
): Signal[] {
  const signals: Signal[] = []
  const [papers, copies] = [describe(paper, NO_PURCHASE), describe(paper, COPIES)]
  if (papers) signals.push(plain('no_purchase', `The paper ${papers}`))
  if (copies) signals.push(plain('copy_or_slip', `The paper ${copies}: the original may have been sent too`))
  const differs = sums?.differs.filter(({ sen }) => Math.abs(sen - amountSen) > ROUNDED_BY_SEN) ?? []
  if (sums && differs.length > 0) {
    const all = new Intl.ListFormat('en').format(differs.map(({ text, sen }) => `${text} = ${money(sen)}`))
    signals.push(plain('sums_differ', `The total ${money(sums.total)} does not fit the receipt’s own numbers: ${all}`))
  }
  return signals
}

/** A warning that names no other receipt. */
export const plain = (kind: Signal['kind'], text: string): Signal => ({
  ...{ kind, text, is_hint: false },
  submission_id: null,
  picture: null,
})

function describe(paper: PaperMark[], names: Partial<Record<PaperKind, string>>): string {
  const texts = paper.flatMap(({ kind, text }) => {
    const name = names[kind]
    return name ? [text === undefined ? name : `${name} (“${text}”)`] : []
  })
  return new Intl.ListFormat('en').format(texts)
}

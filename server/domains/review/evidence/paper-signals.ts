import type { Signal } from '@stampus/contract/console/signals'
import { ROUNDED_BY_SEN } from '../../receipt-ocr/facts/total-checks.ts'
import type { Comparison, PaperKind, PaperMark } from '../../receipt-ocr/ocr-result.ts'

/** Papers that prove no purchase. */
const NO_PURCHASE: Record<Exclude<PaperKind, 'reprint' | 'card slip'>, string> = {
  quotation: 'a quotation',
  'pro forma': 'a pro forma invoice',
  'delivery order': 'a delivery order',
  order: 'an order',
  'not a receipt': 'not a receipt',
  unpaid: 'not paid',
  refund: 'a refund',
  'credit note': 'a credit note',
  void: 'void',
  payment: 'a payment without its goods',
  foreign: 'not in ringgit',
  'no items': 'without goods and a total',
  illegible: 'in a script or print that we cannot read',
}
/** Papers of purchases of which another one exists. */
const COPIES: Partial<Record<PaperKind, string>> = { reprint: 'a reprint or copy', 'card slip': 'a card slip' }

/** Signals about the paper itself, whatever was typed. `amountSen` is the typed amount. */
export function paperSignals(
  { paper = [], sums }: Pick<Comparison, 'paper' | 'sums'>,
  amountSen: number,
  money: (sen: number) => string,
): Signal[] {
  const signals: Signal[] = []
  const [papers, copies] = [describe(paper, NO_PURCHASE), describe(paper, COPIES)]
  if (papers) signals.push(plain('no_purchase', `The paper seems to be ${papers}`))
  if (copies)
    signals.push(plain('copy_or_slip', `The paper seems to be ${copies}: the original may have been sent too`))
  const differs = sums?.differs.filter(({ sen }) => Math.abs(sen - amountSen) > ROUNDED_BY_SEN) ?? []
  if (sums && differs.length > 0) {
    const all = new Intl.ListFormat('en').format(differs.map(({ text, sen }) => `${text} = ${money(sen)}`))
    signals.push(plain('sums_differ', `The total ${money(sums.total)} does not fit the receipt’s own numbers: ${all}`))
  }
  return signals
}

const plain = (kind: Signal['kind'], text: string): Signal => ({ kind, text, submission_id: null, picture: null })

function describe(paper: PaperMark[], names: Partial<Record<PaperKind, string>>): string {
  const texts = paper.flatMap(({ kind, text }) => {
    const name = names[kind]
    return name ? [text === undefined ? name : `${name} (“${text}”)`] : []
  })
  return new Intl.ListFormat('en').format(texts)
}

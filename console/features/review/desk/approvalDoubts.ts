import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { formatAmount } from '@stampus/contract/values/money'
import { readableDay } from '../../../shared/dates.ts'
import { type FactName, type FactValues, typedFacts } from '../../../shared/receipts/facts.ts'
import { settings } from '../../../shared/settings.ts'

const FACT_SIGNALS: [Signal['kind'], FactName][] = [
  ['amount_differs', 'purchase_amount'],
  ['merchant_differs', 'merchant_id'],
  ['date_differs', 'purchase_date'],
  ['invoice_differs', 'invoice_number'],
]
const OTHER_SIGNALS: Signal['kind'][] = ['no_purchase', 'sums_differ', 'early_reading']

const couldNotRead = ['The picture could not be read.']
const UNREAD: Partial<Record<ReviewItem['reading_state'], string[]>> = {
  pending: ['The picture has not been read yet.'],
  failed: couldNotRead,
  illegible: couldNotRead,
}

/**
 * What to ask before a receipt is approved that seems to say something else, or was not read yet; undefined if nothing. `facts` are its
 * facts with the reviewer's corrections: what the reviewer has corrected is no question.
 */
export function approvalQuestion(item: ReviewItem, facts: FactValues): string | undefined {
  const typed = typedFacts(item)
  const has = (kind: Signal['kind']) => item.signals.some((signal) => signal.kind === kind)
  const differing = FACT_SIGNALS.filter(([kind, name]) => has(kind) && facts[name] === typed[name])
  const values = differing.flatMap(([, name]) => readValue(item, name) ?? [])
  const doubts = [
    ...(values.length > 0 ? [`The receipt seems to say ${new Intl.ListFormat('en').format(values)}.`] : []),
    ...item.signals.filter(({ kind }) => OTHER_SIGNALS.includes(kind)).map(({ text }) => `${text}.`),
    ...(UNREAD[item.reading_state] ?? []),
  ]
  return doubts.length > 0 ? [...doubts, `Approve ${money(facts.purchase_amount)}?`].join(' ') : undefined
}

const money = (amount: string) => formatAmount(amount, settings.currency)

function readValue({ reading }: ReviewItem, name: FactName): string | undefined {
  if (!reading) return undefined
  const { read } = name === 'merchant_id' ? reading.merchant : reading[name]
  if (read === null) return undefined
  if (name === 'purchase_amount') return money(read)
  if (name === 'purchase_date') return readableDay(read)
  return name === 'invoice_number' ? `invoice ${read}` : read
}

import type { Signal } from '@stampus/contract/console/evidence'
import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { type KeyboardEvent as KeyPress, useEffect, useId, useRef } from 'react'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { type FactName, type FactValues, factOfSignal, typedFacts } from '../../../shared/receipts/facts.ts'
import { settings } from '../../../shared/settings.ts'

const OTHER_SIGNALS: Signal['kind'][] = ['no_purchase', 'sums_differ', 'early_reading']
const UNREAD: Partial<Record<ReviewItem['reading_state'], string>> = {
  pending: 'The picture has not been read yet.',
  failed: 'The picture could not be read.',
  illegible: 'The picture could not be read.',
}

/**
 * What to ask before a receipt is approved that seems to say something else, or was not read yet; undefined if nothing. `facts` are its
 * facts with the reviewer's corrections: what the reviewer has corrected is no question.
 */
export function approvalQuestion(item: ReviewItem, facts: FactValues): string | undefined {
  const typed = typedFacts(item)
  const signals = new Set<string>(item.signals.map(({ kind }) => kind))
  const differing = Object.entries(factOfSignal).filter(
    ([kind, name]) => signals.has(kind) && facts[name] === typed[name],
  )
  const values = differing.flatMap(([, name]) => readValue(item, name) ?? [])
  const doubts = [
    values.length > 0 && `The receipt seems to say ${new Intl.ListFormat('en').format(values)}.`,
    ...item.signals.filter(({ kind }) => OTHER_SIGNALS.includes(kind)).map(({ text }) => `${text}.`),
    UNREAD[item.reading_state],
  ].filter(Boolean)
  return doubts.length > 0 ? [...doubts, `Approve ${money(facts.purchase_amount)}?`].join(' ') : undefined
}

const money = (amount: string) => formatAmount(amount, settings.currency)

function readValue({ reading }: ReviewItem, name: FactName): string | undefined {
  const read = name === 'merchant_id' ? reading?.merchant.read : reading?.[name].read
  if (!read) return undefined
  if (name === 'purchase_amount') return money(read)
  if (name === 'purchase_date') return readableDay(read)
  return name === 'invoice_number' ? `invoice ${read}` : read
}

type Props = { question: string; isBusy: boolean; onConfirm: () => void; onCancel: () => void }

/** Enter that is still held from the button before must not press the one that has the focus now. */
function ignoreRepeats(event: KeyPress) {
  if (event.repeat) event.preventDefault()
}

/**
 * Asks before a doubtful receipt is approved. It is no dialog, so that all keys of the desk still work, except the one that asked: pressed
 * out of habit, it approves nothing.
 */
export function ApprovalQuestion({ question, isBusy, onConfirm, onCancel }: Props) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <fieldset
      aria-labelledby={id}
      className="grid gap-2 rounded-control border border-pending bg-pending-tint px-3 py-2"
    >
      <p id={id} className="wrap-anywhere max-h-32 overflow-y-auto font-semibold text-small">
        {question}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <KeyButton
          shortcut="Esc"
          aria-keyshortcuts="Escape"
          ref={cancel}
          look="secondary"
          onClick={onCancel}
          onKeyDown={ignoreRepeats}
          aria-describedby={id}
        >
          Don’t approve
        </KeyButton>
        <KeyButton shortcut="Y" isBusy={isBusy} onClick={onConfirm} onKeyDown={ignoreRepeats}>
          Approve anyway
        </KeyButton>
      </div>
    </fieldset>
  )
}

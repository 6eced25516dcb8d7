import { readableAmount } from '@stampus/contract/money'
import { Button } from '@stampus/ui/Button'
import { settings } from '../app/settings.ts'
import { useSecondsUntil } from './countdown.ts'
import type { Decided } from './deskWork.ts'
import { KeyCap } from './KeyCap.tsx'

/** What was decided last, and for as long as it may be undone the way back (D-45). Its words are heard when they come. */
export function DecidedBar({ decided, onUndo }: { decided: Decided | null; onUndo: () => void }) {
  const left = useSecondsUntil(decided?.undoUntil)
  return (
    <div className={`${bar} ${decided ? outcomes[decided.outcome].wash : idle}`}>
      <p role="status" className="min-w-0 flex-1">
        {decided ? <Words key={decided.item.id} decided={decided} /> : ''}
      </p>
      {left > 0 ? (
        <Button look="secondary" onClick={onUndo} aria-keyshortcuts="U">
          Undo{' '}
          <span aria-hidden="true" className="font-normal tabular-nums">
            {left} s
          </span>
          <KeyCap>U</KeyCap>
        </Button>
      ) : null}
    </div>
  )
}

// Its place is there before its words, so that nothing moves when they come; a narrow screen has none to spare.
const idle = 'border-transparent max-lg:h-0 max-lg:min-h-0 max-lg:py-0'
const bar = 'flex min-h-15 min-w-0 flex-1 basis-80 items-center gap-3 rounded-sheet border px-4 py-1.5'

const outcomes = {
  approved: { word: 'Approved', wash: 'border-line bg-approved-wash' },
  rejected: { word: 'Rejected', wash: 'border-line bg-rejected-wash' },
  asked: { word: 'Sent for confirmation', wash: 'border-line bg-wash' },
  confirmed: { word: 'Confirmed', wash: 'border-line bg-approved-wash' },
  handedOn: { word: 'Handed on', wash: 'border-line bg-wash' },
} as const

function Words({ decided: { item, outcome } }: { decided: Decided }) {
  const { id, merchant, purchase_amount: amount } = item
  return (
    <>
      <strong>{outcomes[outcome].word}</strong> {merchant.name}, {readableAmount(amount, settings.currency)},{' '}
      <span className="whitespace-nowrap">receipt {id}</span>
    </>
  )
}

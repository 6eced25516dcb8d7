import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { settings } from '../settings.ts'
import { idleStyle, UndoBar } from './UndoBar.tsx'

/** The last decision at this desk. `undoUntil` is a time of `performance.now()`: until then it can be undone. */
export type Decided = { item: ReviewItem; outcome: keyof typeof outcomes; undoUntil: number }

/** The last decision with its undo button. */
export function DecidedBar({ decided, onUndo }: { decided: Decided | null; onUndo: () => void }) {
  return (
    <UndoBar look={decided ? outcomes[decided.outcome].tint : idleStyle} undoUntil={decided?.undoUntil} onUndo={onUndo}>
      {decided ? <DecidedText key={decided.item.id} decided={decided} /> : ''}
    </UndoBar>
  )
}

const outcomes = {
  approved: { label: 'Approved', tint: 'border-line bg-approved-tint' },
  rejected: { label: 'Rejected', tint: 'border-line bg-rejected-tint' },
  requested: { label: 'Sent for confirmation', tint: 'border-line bg-tint' },
  confirmed: { label: 'Confirmed', tint: 'border-line bg-approved-tint' },
  escalated: { label: 'Escalated', tint: 'border-line bg-tint' },
} as const

function DecidedText({ decided: { item, outcome } }: { decided: Decided }) {
  const { id, merchant, purchase_amount: amount } = item
  return (
    <>
      <strong>{outcomes[outcome].label}</strong> {merchant.name}, {formatAmount(amount, settings.currency)},{' '}
      <span className="whitespace-nowrap">receipt {id}</span>
    </>
  )
}

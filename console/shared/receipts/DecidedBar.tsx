import { readableAmount } from '@stampus/contract/values/money'
import { settings } from '../settings.ts'
import type { Decided } from './deskWork.ts'
import { idle, UndoBar } from './UndoBar.tsx'

/** What was decided last, and the way back. */
export function DecidedBar({ decided, onUndo }: { decided: Decided | null; onUndo: () => void }) {
  return (
    <UndoBar look={decided ? outcomes[decided.outcome].wash : idle} undoUntil={decided?.undoUntil} onUndo={onUndo}>
      {decided ? <Words key={decided.item.id} decided={decided} /> : ''}
    </UndoBar>
  )
}

const outcomes = {
  approved: { word: 'Approved', wash: 'border-line bg-approved-tint' },
  rejected: { word: 'Rejected', wash: 'border-line bg-rejected-tint' },
  asked: { word: 'Sent for confirmation', wash: 'border-line bg-tint' },
  confirmed: { word: 'Confirmed', wash: 'border-line bg-approved-tint' },
  escalated: { word: 'Escalated', wash: 'border-line bg-tint' },
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

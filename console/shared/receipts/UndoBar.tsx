import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { KeyButton } from '../components/KeyButton.tsx'
import { settings } from '../settings.ts'

/** The seconds until a time of `performance.now()`, which does not follow clock changes; 0 without a time. */
export function useSecondsUntil(end: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  // Before paint, because the last count may be old.
  useLayoutEffect(() => {
    setNow(performance.now())
    if (end === undefined) return
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() >= end) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return end === undefined ? 0 : Math.max(0, Math.ceil((end - now) / 1000))
}

export function Seconds({ left }: { left: number }) {
  return (
    <span aria-hidden="true" className="font-normal tabular-nums">
      {left} s
    </span>
  )
}

type Props = {
  /** The text of the last action; empty without one. */
  children?: ReactNode
  look?: string
  /** Until when it can be undone, a time of `performance.now()`. */
  undoUntil: number | undefined
  isBusy?: boolean
  onUndo: () => void
}

/** The last action, with an undo button and its remaining seconds. Screen readers announce the text. */
export function UndoBar({ children, look = 'bg-tint', undoUntil, isBusy = false, onUndo }: Props) {
  const left = useSecondsUntil(undoUntil)
  // The empty bar keeps its place, so that nothing moves; on narrow screens it takes no space.
  const border = children ? `border-line ${look}` : 'border-transparent max-lg:h-0 max-lg:min-h-0 max-lg:py-0'
  return (
    <div
      className={`flex min-h-15 min-w-0 flex-1 basis-80 items-center gap-3 rounded-sheet border px-4 py-1.5 ${border}`}
    >
      <p role="status" className="min-w-0 flex-1">
        {children}
      </p>
      {left > 0 ? (
        <KeyButton shortcut="U" look="secondary" isBusy={isBusy} onClick={onUndo}>
          Undo <Seconds left={left} />
        </KeyButton>
      ) : null}
    </div>
  )
}

const outcomes = {
  approved: ['Approved', 'bg-approved-tint'],
  rejected: ['Rejected', 'bg-rejected-tint'],
  requested: ['Sent for confirmation', 'bg-tint'],
  confirmed: ['Confirmed', 'bg-approved-tint'],
  escalated: ['Escalated', 'bg-tint'],
} as const

/** The last decision. Until `undoUntil`, a time of `performance.now()`, it can be undone. */
export type Decided = { item: ReviewItem; outcome: keyof typeof outcomes; undoUntil: number }

export function DecidedBar({ decided, onUndo }: { decided: Decided | null; onUndo: () => void }) {
  if (!decided) return <UndoBar undoUntil={undefined} onUndo={onUndo} />
  const { id, merchant, purchase_amount: amount } = decided.item
  const [label, look] = outcomes[decided.outcome]
  return (
    <UndoBar look={look} undoUntil={decided.undoUntil} onUndo={onUndo}>
      <span key={id}>
        <strong>{label}</strong> {merchant.name}, {formatAmount(amount, settings.currency)},{' '}
        <span className="whitespace-nowrap">receipt {id}</span>
      </span>
    </UndoBar>
  )
}

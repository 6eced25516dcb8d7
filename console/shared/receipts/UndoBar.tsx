import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { KeyCap } from '../components/text.tsx'
import { settings } from '../settings.ts'

type Props = {
  /** The text of the last action; empty without one. */
  children: ReactNode
  look: string
  /** Until when it can be undone, a time of `performance.now()`. */
  undoUntil: number | undefined
  busy?: boolean
  onUndo: () => void
}

/** The last action, with an undo button and its remaining seconds. Screen readers announce the text. */
export function UndoBar({ children, look, undoUntil, busy = false, onUndo }: Props) {
  const left = useSecondsUntil(undoUntil)
  return (
    <div className={`${bar} ${look}`}>
      <p role="status" className="min-w-0 flex-1">
        {children}
      </p>
      {left > 0 ? (
        <Button look="secondary" busy={busy} onClick={onUndo} aria-keyshortcuts="U">
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

const bar = 'flex min-h-15 min-w-0 flex-1 basis-80 items-center gap-3 rounded-sheet border px-4 py-1.5'

/** The bar keeps its place while it is empty, so that nothing moves; on narrow screens it takes no space. */
export const idleStyle = 'border-transparent max-lg:h-0 max-lg:min-h-0 max-lg:py-0'

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

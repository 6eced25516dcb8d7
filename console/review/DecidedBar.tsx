import { readableAmount } from '@stampus/contract/money'
import { Button } from '@stampus/ui/Button'
import { useEffect, useState } from 'react'
import { settings } from '../app/settings.ts'
import type { Decided } from './deskWork.ts'

/** What was decided last, and for as long as it may be undone the way back (D-45). Its words are heard when they come. */
export function DecidedBar({ decided, onUndo }: { decided: Decided | null; onUndo: () => void }) {
  const left = useSecondsUntil(decided?.undoUntil)
  return (
    <div className={decided ? `${bar} ${washOf(decided)}` : ''}>
      <p role="status" className="min-w-0 flex-1">
        {decided ? wordsOf(decided) : ''}
      </p>
      {left > 0 ? (
        <Button look="secondary" onClick={onUndo} aria-keyshortcuts="U">
          Undo{' '}
          <span aria-hidden="true" className="font-normal tabular-nums">
            {left} s
          </span>
        </Button>
      ) : null}
    </div>
  )
}

const bar = 'flex items-center gap-3 rounded-sheet border border-line px-4 py-2'

const isApproved = ({ item }: Decided) => item.decision?.status === 'approved'

function washOf(decided: Decided): string {
  return isApproved(decided) ? 'bg-approved-wash' : 'bg-rejected-wash'
}

function wordsOf(decided: Decided) {
  const { merchant, purchase_amount: amount } = decided.item
  return (
    <>
      <strong>{isApproved(decided) ? 'Approved' : 'Rejected'}</strong> {merchant.name},{' '}
      {readableAmount(amount, settings.currency)}
    </>
  )
}

/** Counts down on the page's own clock, which nobody can set. */
function useSecondsUntil(end: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
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

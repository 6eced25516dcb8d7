import { readableAmount } from '@stampus/contract/money'
import type { ReviewItem } from '@stampus/contract/review'
import { Button } from '@stampus/ui/Button'
import { useEffect, useState } from 'react'
import { settings } from '../app/settings.ts'

/** What was decided last, and for as long as it may be undone the way back (D-45). */
export function DecidedBar({ item, onUndo }: { item: ReviewItem; onUndo: () => void }) {
  const left = useSecondsUntil(item.decision?.undo_until ?? null)
  const approved = item.decision?.status === 'approved'
  return (
    <div
      className={`flex items-center gap-3 rounded-sheet border border-line px-4 py-2 ${approved ? 'bg-approved-wash' : 'bg-rejected-wash'}`}
    >
      <p role="status" className="min-w-0 flex-1">
        <strong>{approved ? 'Approved' : 'Rejected'}</strong> {item.merchant.name},{' '}
        {readableAmount(item.purchase_amount, settings.currency)}
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

function useSecondsUntil(instant: string | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return instant ? Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000)) : 0
}

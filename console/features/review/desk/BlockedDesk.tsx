import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { readableTime } from '../../../shared/dates.ts'
import type { Blocked } from '../../../shared/receipts/deskWork.ts'

type Props = {
  blocked: Blocked
  /** Opens the next receipt instead. */
  onNext: () => void
  /** Tries again to open this very receipt. */
  onOpen: (id: number) => void
}

const TRY_AGAIN_MS = 5000

/** The receipt that was asked for cannot be opened: it can be watched, or taken over once nobody holds it any more. */
export function BlockedDesk({ blocked: { id, why, held }, onNext, onOpen }: Props) {
  const [waiting, setWaiting] = useState(false)
  const ended = useSessionEnded()
  useEffect(() => {
    if (!waiting || ended) return
    const timer = setInterval(() => onOpen(id), TRY_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, ended, id, onOpen])
  return (
    <div className="grid max-w-2xl justify-items-start gap-4 py-6">
      <Notice kind="warning" role="status">
        {held ? (
          <>
            <p className="font-semibold wrap-anywhere">
              {held.operator} has receipt {id} open.
            </p>
            <p>
              {waiting
                ? 'We keep trying. It opens here as soon as it is free.'
                : `It is free at ${readableTime(held.until)}, unless they go on working on it.`}
            </p>
          </>
        ) : (
          <p>{why}</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {held ? (
          <Button onClick={() => setWaiting(!waiting)}>{waiting ? 'Stop waiting' : 'Take over after expiry'}</Button>
        ) : null}
        <Link to={`/submissions/${id}`} className={buttonClass('secondary')}>
          Watch
        </Link>
        <Button look="secondary" onClick={onNext}>
          Open the next receipt
        </Button>
      </div>
    </div>
  )
}

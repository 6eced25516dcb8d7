import { type ReviewItem, readAgain } from '@stampus/contract/console/review'
import { Button } from '@stampus/ui/Button'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'

const POLL_MS = 3000

type Props = { item: ReviewItem; onReload: (id: number) => Promise<void> }

/** A button to have the picture read again that could not be read. Then the receipt is loaded until it is read. */
export function ReadAgain({ item: { id, status, reading_state: state }, onReload }: Props) {
  const request = useCall(readAgain)
  const [isAsked, setAsked] = useState(false)
  const isReading = isAsked && state === 'pending'
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => void onReload(id), POLL_MS)
    return () => clearInterval(timer)
  }, [isReading, id, onReload])
  if (status !== 'pending' || state === 'off' || state === 'read') return null
  const start = () =>
    request.mutate(
      { id },
      {
        onSuccess: () => {
          setAsked(true)
          void onReload(id)
        },
      },
    )
  return (
    <>
      <Button
        look="quiet"
        isBusy={request.isPending || isReading}
        onClick={start}
        className="-my-3 px-1! text-small whitespace-nowrap"
      >
        {isReading ? 'Reading…' : state === 'pending' ? 'Read now' : 'Read again'}
      </Button>
      {request.error ? (
        <span role="alert" className="basis-full text-small text-rejected">
          {request.error.message}
        </span>
      ) : null}
    </>
  )
}

import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'

type StaleNoticeProps = { error: Error | null; isBusy: boolean; onRetry: () => void }

/** A warning above data that may be old because the last refresh failed. */
export function StaleNotice({ error, isBusy, onRetry }: StaleNoticeProps) {
  if (!error) return null
  return (
    <Notice kind="warning" role="status">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p>This may be out of date: {error.message}</p>
        <Button look="secondary" isBusy={isBusy} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}

import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'

/** Tells the manager, before sending, that a second manager must confirm it, or that there is none. */
export function SecondManagerNotice({ available }: { available: boolean }) {
  return (
    <Notice kind="warning" role="status">
      {available
        ? 'A second manager must confirm this before it takes effect.'
        : 'There is no second manager to confirm this. It takes effect at once and is marked as not countersigned.'}
    </Notice>
  )
}

type StaleNoticeProps = { error: Error | null; busy: boolean; onRetry: () => void }

/** A warning above data that may be old because the last refresh failed. */
export function StaleNotice({ error, busy, onRetry }: StaleNoticeProps) {
  if (!error) return null
  return (
    <Notice kind="warning" role="status">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p>What stands here may be old: {error.message}</p>
        <Button look="secondary" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}

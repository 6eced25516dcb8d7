import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'

type Props = { error: Error | null; busy: boolean; onRetry: () => void }

/** Stands above what was fetched before where looking again has failed: it may be old. */
export function StaleLine({ error, busy, onRetry }: Props) {
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

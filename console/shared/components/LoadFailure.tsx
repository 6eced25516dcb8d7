import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'

/** A query, as far as its failures go. */
export type Loadable = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** Why something could not be loaded, with a button that tries again. */
export function LoadFailure({ query, text = query.error?.message ?? '' }: { query: Loadable; text?: string }) {
  return <Failure text={text} retry="Retry" isBusy={query.isFetching} onRetry={() => void query.refetch()} />
}

/** A warning above data that may be old because the last refresh failed. */
export function StaleNotice({ query: { error, isFetching, refetch } }: { query: Loadable }) {
  if (!error) return null
  return (
    <Notice kind="warning" role="status">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p>This may be out of date: {error.message}</p>
        <Button look="secondary" isBusy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}

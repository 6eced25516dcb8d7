import { Failure } from '@stampus/ui/Failure'
import { generalError } from '@stampus/ui/fieldErrors'
import { Spinner } from '@stampus/ui/Spinner'
import * as words from '#words'

export function Waiting({ error, onRetry }: { error?: unknown; onRetry?: () => Promise<void> }) {
  return (
    <main className="grid flex-1 place-items-center p-4">
      {error ? <Failed error={error} onRetry={onRetry} /> : <Spinner size="lg" label={words.loading} />}
    </main>
  )
}

type FailedProps = { error: unknown; isBusy?: boolean; onRetry: (() => Promise<void>) | undefined }

export function Failed({ error, isBusy = false, onRetry }: FailedProps) {
  const text = generalError(error) ?? words.failed
  return <Failure text={text} retry={words.retry} isBusy={isBusy} onRetry={() => void onRetry?.()} />
}

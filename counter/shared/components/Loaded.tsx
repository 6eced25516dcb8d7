import { Failure } from '@stampus/ui/Failure'
import { generalError } from '@stampus/ui/fieldErrors'
import { Spinner } from '@stampus/ui/Spinner'
import type { ReactNode } from 'react'
import * as words from '#words'

type Props<Data> = {
  answer: { data?: Data | undefined; error?: unknown; isLoading: boolean; reload: () => Promise<void> }
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ answer: { data, error, isLoading, reload }, children }: Props<Data>) {
  return (
    <>
      {error ? <Failed error={error} isBusy={isLoading} onRetry={reload} /> : null}
      {data === undefined ? error ? null : <Spinner size="lg" label={words.loading} /> : children(data)}
    </>
  )
}

export function Waiting({ error, onRetry }: { error?: unknown; onRetry?: () => Promise<void> }) {
  return (
    <main className="grid flex-1 place-items-center p-4">
      {error ? <Failed error={error} onRetry={onRetry} /> : <Spinner size="lg" label={words.loading} />}
    </main>
  )
}

type FailedProps = { error: unknown; isBusy?: boolean; onRetry: (() => Promise<void>) | undefined }

function Failed({ error, isBusy = false, onRetry }: FailedProps) {
  const text = generalError(error) ?? words.failed
  return <Failure text={text} retry={words.retry} isBusy={isBusy} onRetry={() => void onRetry?.()} />
}

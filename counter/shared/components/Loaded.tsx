import { Spinner } from '@stampus/ui/Spinner'
import type { ReactNode } from 'react'
import * as words from '#words'
import { Failed } from './Waiting.tsx'

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

import { ErrorBoundary as BaseBoundary } from '@stampus/ui/ErrorBoundary'
import type { ReactNode } from 'react'
import { whenOnline } from '../api/whenOnline.ts'
import { tellFault } from '../errors/faultWatch.ts'

type BoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Shows the fallback when its children fail, reports the error, and tries again when the network returns. */
export function ErrorBoundary({ fallback, children }: BoundaryProps) {
  return (
    <BaseBoundary fallback={fallback} onError={reportAndRetry}>
      {children}
    </BaseBoundary>
  )
}

function reportAndRetry(error: unknown, retry: () => void): void {
  tellFault(error)
  whenOnline(retry)
}

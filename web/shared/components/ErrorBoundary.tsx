import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { ErrorBoundary as BaseBoundary } from '@stampus/ui/ErrorBoundary'
import { type ReactNode, Suspense } from 'react'
import { whenOnline } from '../api/connection.ts'
import { reportClientError } from '../errors/errorWatch.ts'

export function ErrorBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const onError = (error: unknown, retry: () => void) => {
    reportClientError(error)
    whenOnline(retry)
  }
  return (
    <BaseBoundary fallback={fallback} onError={onError}>
      {children}
    </BaseBoundary>
  )
}

type OptionalPartProps = { fallback?: ReactNode; children: ReactNode }

/** A lazy part that the page works without. If it fails or cannot be loaded, only this part is missing. */
export function OptionalPart({ fallback = null, children }: OptionalPartProps) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={fallback}>
        <AfterHydration fallback={fallback}>{children}</AfterHydration>
      </Suspense>
    </ErrorBoundary>
  )
}

/** The server does not render these parts. */
const AfterHydration = ({ fallback, children }: OptionalPartProps) => (useHydrated() ? children : fallback)

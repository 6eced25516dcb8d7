import { useHydrated } from '@stampus/ui/hydrated'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './Boundary.tsx'

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
function AfterHydration({ fallback, children }: OptionalPartProps) {
  return useHydrated() ? children : fallback
}

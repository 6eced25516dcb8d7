import { useHydrated } from '@stampus/ui/hydrated'
import { type ReactNode, Suspense } from 'react'
import { Boundary } from './Boundary.tsx'

type Props = { wait?: ReactNode; children: ReactNode }

/** A part in a chunk of its own that a page can do without: where it breaks or cannot be fetched, only it is missing. */
export function Extra({ wait = null, children }: Props) {
  return (
    <Boundary instead={null}>
      <Suspense fallback={wait}>
        <Afterwards wait={wait}>{children}</Afterwards>
      </Suspense>
    </Boundary>
  )
}

/** No part of a page that the server renders. */
function Afterwards({ wait, children }: Props) {
  return useHydrated() ? children : wait
}

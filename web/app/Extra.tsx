import { useHydrated } from '@stampus/ui/hydrated'
import { Component, type ReactNode, Suspense } from 'react'
import { tellFault } from './faultWatch.ts'

type Props = { wait?: ReactNode; children: ReactNode }

/** A part in a chunk of its own that a page can do without: where it breaks or cannot be fetched, only it is missing. */
export class Extra extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(fault: unknown) {
    tellFault(fault)
  }

  override render() {
    const { wait = null, children } = this.props
    return this.state.broken ? null : (
      <Suspense fallback={wait}>
        <Afterwards wait={wait}>{children}</Afterwards>
      </Suspense>
    )
  }
}

/** No part of a page that the server renders. */
function Afterwards({ wait, children }: Props) {
  return useHydrated() ? children : wait
}

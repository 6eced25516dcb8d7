import { Failure } from '@stampus/ui/Failure'
import { Component, type ReactNode } from 'react'

/** A page that breaks, or whose code cannot be fetched, is told in its place; the rest of the app goes on. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return <Failure text="This page could not be opened." onRetry={() => location.reload()} />
  }
}

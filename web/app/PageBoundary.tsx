import { Button } from '@stampus/ui/Button'
import { Component, type ReactNode } from 'react'

/** A page that breaks, or whose code cannot be fetched, is told in its place; the rest of the app goes on. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <h1 className="font-bold text-title">This page could not be opened</h1>
      <p className="mt-3 mb-8 text-soft">The connection may be lost, or the app was renewed meanwhile.</p>
      <Button onClick={() => location.reload()}>Retry</Button>
    </section>
  )
}

import { Button } from '@stampus/ui/Button'
import { Component, type ReactNode } from 'react'
import * as words from '#words'
import { tellFault } from './faultWatch.ts'
import { TakenOver } from './TakenOver.tsx'
import { Title } from './Title.tsx'

/** A page that breaks, or whose code cannot be fetched, is told in its place; the rest of the app goes on. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(fault: unknown) {
    tellFault(fault)
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <TakenOver />
      <Title>{words.pageBrokenTitle}</Title>
      <p className="mt-3 mb-8 text-soft">{words.pageBrokenText}</p>
      <Button onClick={() => location.reload()}>{words.retry}</Button>
    </section>
  )
}

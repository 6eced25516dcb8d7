import type { ComponentProps } from 'react'
import { OptionalPart } from './ErrorBoundary.tsx'
import { lazyWithRetry } from './LazyPart.tsx'

const AskLink = lazyWithRetry(async () => (await import('./AskLink.tsx')).AskLink)

export function AskPart(props: ComponentProps<typeof AskLink>) {
  return (
    <OptionalPart>
      <AskLink {...props} />
    </OptionalPart>
  )
}

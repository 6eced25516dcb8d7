import type { ComponentProps } from 'react'
import { OptionalPart } from './ErrorBoundary.tsx'
import { lazyWithRetry } from './LazyPart.tsx'

const AskLink = lazyWithRetry(async () => (await import('./AskLink.tsx')).AskLink)

/** The link from the page of a thing to the form for a question about it, loaded after the page. */
export function AskPart(props: ComponentProps<typeof AskLink>) {
  return (
    <OptionalPart>
      <AskLink {...props} />
    </OptionalPart>
  )
}

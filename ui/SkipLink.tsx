import type { ReactNode } from 'react'

/** The classes of a link or button that shows only while it has the keyboard focus. */
export const skipLinkClass =
  'sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-control focus:bg-sheet focus:px-4 focus:py-3'

/** A link past long content, for people who use the keyboard. */
export function SkipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={skipLinkClass}>
      {children}
    </a>
  )
}

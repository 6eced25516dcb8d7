import type { ReactNode } from 'react'

export const skipLinkClass =
  'sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-control focus:bg-sheet focus:px-4 focus:py-3'

export function SkipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={skipLinkClass}>
      {children}
    </a>
  )
}

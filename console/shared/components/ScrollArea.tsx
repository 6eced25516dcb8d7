import type { ReactNode } from 'react'

/** Scrolls within its column on wide screens, so that the header and the buttons stay visible. */
export function ScrollArea({ children }: { children: ReactNode }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-3 outline-offset-0 lg:-mx-1 lg:overflow-y-auto lg:px-1"
    >
      {children}
    </div>
  )
}

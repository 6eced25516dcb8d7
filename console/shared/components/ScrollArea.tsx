import type { ReactNode } from 'react'

/** Scrolls inside its column on a wide screen, so that the header and the buttons around it remain visible. */
export function ScrollArea({ children }: { children: ReactNode }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-3 outline-offset-0 lg:-mx-1 lg:overflow-y-auto lg:px-1"
    >
      {children}
    </div>
  )
}

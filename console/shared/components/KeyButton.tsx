import { Button } from '@stampus/ui/Button'
import type { ComponentProps } from 'react'

type Props = ComponentProps<typeof Button> & { shortcut: string }

/** A button with its single-key shortcut, which the page itself listens for. */
export function KeyButton({ shortcut, children, ...button }: Props) {
  return (
    <Button aria-keyshortcuts={shortcut} {...button}>
      {children} <KeyCap>{shortcut}</KeyCap>
    </Button>
  )
}

/** Shows the shortcut of a button, on wide screens only. Screen readers get it from aria-keyshortcuts. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="rounded-control border border-current px-1.5 font-sans text-small">{children}</kbd>
    </span>
  )
}

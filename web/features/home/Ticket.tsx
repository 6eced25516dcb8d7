import type { ReactNode } from 'react'

const holes =
  '[mask:radial-gradient(circle_at_0_50%,#0000_4px,#000_4.5px)_0_0/51%_16px_repeat-y,radial-gradient(circle_at_100%_50%,#0000_4px,#000_4.5px)_100%_0/51%_16px_repeat-y]'
/** The same shape, one pixel larger on each side, behind the ticket. A shadow of the shape is slow to draw. */
const outline =
  'relative before:absolute before:-inset-px before:bg-border-strong before:[mask:radial-gradient(circle_at_1px_50%,#0000_3px,#000_3.5px)_0_1px/51%_16px_repeat-y,radial-gradient(circle_at_calc(100%-1px)_50%,#0000_3px,#000_3.5px)_100%_1px/51%_16px_repeat-y]'

export function Ticket({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={outline}>
      <div className={`relative bg-sheet p-4 pb-1 sm:px-6 ${holes} ${className}`}>{children}</div>
    </div>
  )
}

/** The classes of the ten places of a card, in two rows of the same height on every screen. */
export const strip = 'grid grid-cols-5 justify-items-center gap-2'
export const placeHeight = 'h-[52px]'

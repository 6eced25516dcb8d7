import type { ReactNode } from 'react'

const torn = '[mask:conic-gradient(from_-45deg_at_bottom,#0000,#000_1deg_89deg,#0000_90deg)_50%_100%/0.75rem_100%]'
/** The same shape, one pixel larger on each side, behind the slip. A shadow of the shape is slow to draw. */
const outline =
  'relative before:absolute before:-inset-px before:-bottom-[1.5px] before:rounded-t-control before:bg-border-strong before:[mask:conic-gradient(from_-45deg_at_bottom,#0000,#000_1deg_89deg,#0000_90deg)_50%_100%/0.75rem_100%]'

export function Slip({
  children,
  className = 'px-[min(1.25rem,6.25vw)] pt-5 pb-8',
}: {
  children: ReactNode
  className?: string
}) {
  return (
    <div className={outline}>
      <div className={`relative rounded-t-control bg-sheet ${torn} ${className}`}>{children}</div>
    </div>
  )
}

/** The lines of a slip: names left, values right, with dots before the value, also where it has a line of its own. */
export function SlipLines({ children }: { children: ReactNode }) {
  return <dl className="grid gap-2.5 tabular-nums">{children}</dl>
}

export function SlipLine({
  name,
  isStrong = false,
  children,
}: {
  name: string
  isStrong?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd
        className={`flex grow items-baseline gap-2 before:min-w-4 before:flex-1 before:border-border-strong/50 before:border-b before:border-dotted ${isStrong ? 'font-bold text-lead' : 'font-medium'}`}
      >
        <span className="min-w-0 text-right">{children}</span>
      </dd>
    </div>
  )
}

/** A perforation between two parts of a slip. */
export const SlipRule = () => <hr className="my-4 border-border-strong/60 border-t-2 border-dashed" />

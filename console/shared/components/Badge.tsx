import type { ReactNode } from 'react'

const looks = {
  good: 'bg-approved-tint text-approved',
  soon: 'bg-pending-tint text-pending',
  quiet: 'border border-line text-muted',
} as const

/** The state of a record, as a word on a coloured background. */
export function StateBadge({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-chip px-2.5 py-0.5 font-semibold text-small ${looks[look]}`}
    >
      {children}
    </span>
  )
}

/** A count beside a menu entry. Screen readers get the text instead of the number. */
export function CountBadge({ shown, text }: { shown: string; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="ml-auto rounded-chip bg-blue px-2 text-on-blue text-small tabular-nums">
        {shown}
      </span>
      <span className="sr-only">{text}</span>
    </>
  )
}

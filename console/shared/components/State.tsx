import type { ReactNode } from 'react'

const looks = {
  good: 'bg-approved-wash text-approved',
  soon: 'bg-pending-wash text-pending',
  quiet: 'border border-line text-soft',
} as const

/** Where a thing stands, in a word. */
export function State({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-chip px-2.5 py-0.5 font-semibold text-small ${looks[look]}`}
    >
      {children}
    </span>
  )
}

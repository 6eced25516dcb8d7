import type { ReactNode } from 'react'

/** Placeholders of loading content. Screen readers announce the label instead. */
export function Waiting({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

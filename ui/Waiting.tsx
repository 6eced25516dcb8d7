import type { ReactNode } from 'react'

/** The skeletons of what is coming; a screen reader hears one sentence in their place. */
export function Waiting({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

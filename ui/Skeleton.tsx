import { Fragment, type ReactNode } from 'react'

export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-control bg-line ${className}`} />
}

type Props = { label: string; className?: string; rows?: number; children: ReactNode }

/** Placeholders of loading content, for each of its rows. Screen readers announce the label instead. */
export function Loading({ label, className, rows = 1, children }: Props) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
        <Fragment key={row}>{children}</Fragment>
      ))}
    </div>
  )
}

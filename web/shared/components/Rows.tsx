import type { ReactNode } from 'react'

type Props<Row> = { rows: readonly Row[]; className: string; children: (row: Row) => ReactNode }

export function Rows<Row extends { id: number }>({ rows, className, children }: Props<Row>) {
  return (
    <ul className={className}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )
}

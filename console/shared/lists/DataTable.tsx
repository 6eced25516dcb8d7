import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers align right. */
  align?: 'right'
}

type Props<Row> = {
  /** The caption for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => number | string
}

/** A table; on narrow screens each row is a card with the column names beside the values. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <table className="w-full border-separate border-spacing-0 overflow-hidden rounded-sheet border border-line bg-sheet shadow-sheet">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:hidden">
        <tr>
          {columns.map(({ name, align }) => (
            <th
              key={name}
              scope="col"
              className={`${cell} whitespace-nowrap font-semibold text-small text-muted ${side(align)}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="max-md:grid max-md:border-line max-md:border-t max-md:py-2 md:hover:bg-paper">
            {columns.map(({ name, cell: show, align }) => (
              <td key={name} className={`${cell} md:border-line md:border-t ${side(align)}`}>
                <span className="w-28 shrink-0 text-small text-muted md:hidden">{name}</span>
                <span className="wrap-break-word max-md:min-w-0 max-md:wrap-anywhere">{show(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell =
  'px-3 py-2.5 align-middle max-md:flex max-md:items-baseline max-md:gap-3 max-md:py-1 max-md:has-[>:last-child:empty]:hidden'
const side = (align: 'right' | undefined) => (align ? 'md:text-right tabular-nums' : 'text-left')

/** The placeholder of a table that is loading. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <Loading label={label} className="grid gap-px overflow-hidden rounded-sheet border border-line bg-sheet p-3">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
        <Skeleton key={at} className="my-2 h-6 w-full" />
      ))}
    </Loading>
  )
}

/** A link to a record in a row or a fact, high enough for a thumb. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="wrap-anywhere inline-flex min-h-11 min-w-11 items-center font-semibold text-blue underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

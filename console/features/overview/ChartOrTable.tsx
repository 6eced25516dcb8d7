import { formatInstant } from '@stampus/contract/values/days'
import { type ReactNode, useId, useState } from 'react'

type Props = { title: string; isEmpty: boolean; empty?: string; chart: ReactNode; table: ReactNode }

/** A chart that can be switched to its table. */
export function ChartOrTable({ title, isEmpty, empty = 'No decisions in this period.', chart, table }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-lead">
          {title}
        </h2>
        {isEmpty ? null : (
          <button
            type="button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            className="min-h-11 rounded-control px-3 font-semibold text-blue hover:underline aria-pressed:bg-tint"
          >
            Show as table
          </button>
        )}
      </div>
      {isEmpty ? <p className="py-8 text-center text-muted">{empty}</p> : asTable ? table : chart}
    </section>
  )
}

/** The style of chart axes. */
export const axis = {
  stroke: 'var(--color-border-strong)',
  tick: { fill: 'var(--color-muted)', fontSize: 13 },
  tickLine: false,
} as const

/** The axis of days; its labels are evenly spaced. */
export const dayAxis = {
  dataKey: 'day',
  tickFormatter: shortDay,
  interval: 'equidistantPreserveStart',
  ...axis,
} as const

/** The style of tooltips. */
export const tooltip = {
  cursor: { fill: 'var(--color-tint)' },
  contentStyle: { background: 'var(--color-sheet)', border: '1px solid var(--color-line)', borderRadius: 6 },
  labelStyle: { color: 'var(--color-ink)', fontWeight: 600 },
} as const

/** `2026-11-21` as "21 Nov". */
function shortDay(day: string): string {
  return formatInstant(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

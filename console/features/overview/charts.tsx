import { formatInstant } from '@stampus/contract/values/days'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { DataTable } from '../../shared/lists/DataTable.tsx'

type Props<Row> = {
  title: string
  empty?: string
  chart: ReactNode
  /** The chart as a table, whose caption is by default the title. */
  table: Omit<ComponentProps<typeof DataTable<Row>>, 'caption'> & { caption?: string }
}

export function ChartOrTable<Row>({ title, empty = 'No decisions in this period.', chart, table }: Props<Row>) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const isEmpty = table.rows.length === 0
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
      {isEmpty ? (
        <p className="py-8 text-center text-muted">{empty}</p>
      ) : asTable ? (
        <DataTable caption={title} {...table} />
      ) : (
        chart
      )}
    </section>
  )
}

export const axis = {
  stroke: 'var(--color-border-strong)',
  tick: { fill: 'var(--color-muted)', fontSize: 13 },
  tickLine: false,
} as const

/** The axis of days; its labels are evenly spaced. */
export const dayAxis = {
  dataKey: 'day',
  tickFormatter: (day: string) => shortDate(day, { day: 'numeric', month: 'short' }),
  interval: 'equidistantPreserveStart',
  ...axis,
} as const

export const tooltip = {
  cursor: { fill: 'var(--color-tint)' },
  contentStyle: { background: 'var(--color-sheet)', border: '1px solid var(--color-line)', borderRadius: 6 },
  labelStyle: { color: 'var(--color-ink)', fontWeight: 600 },
} as const

/** `2026-11-21` as "21 Nov", or a part of it. */
export function shortDate(day: string, parts: Intl.DateTimeFormatOptions): string {
  return formatInstant(new Date(`${day}T00:00:00Z`), { ...parts, timeZone: 'UTC' })
}

type BarsByTimeProps = {
  rows: object[]
  x: ComponentProps<typeof XAxis>
  y: ComponentProps<typeof YAxis>
  tip: ComponentProps<typeof Tooltip>
  legend?: ComponentProps<typeof Legend>
  /** The parts of each bar, from its bottom. */
  parts: { dataKey: string; name: string; fill: string; stroke?: string }[]
}

/** Upright bars along the time, each of several parts. */
export function BarsByTime({ rows, x, y, tip, legend, parts }: BarsByTimeProps) {
  return (
    <div className="h-72">
      <ResponsiveContainer>
        <BarChart data={rows} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis {...x} />
          <YAxis {...y} {...axis} />
          <Tooltip {...tip} {...tooltip} />
          <Legend {...legend} />
          {parts.map((part) => (
            <Bar key={part.dataKey} {...part} stackId="all" isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const ROW_PX = 40
const NAME_MAX = 22

type BarsByNameProps = {
  rows: object[]
  x: ComponentProps<typeof XAxis>
  tip?: ComponentProps<typeof Tooltip>
  bar: { dataKey: string; name: string }
}

export function BarsByName({ rows, x, tip, bar }: BarsByNameProps) {
  return (
    <div style={{ height: rows.length * ROW_PX + ROW_PX }}>
      <ResponsiveContainer>
        <BarChart data={rows} layout="vertical" accessibilityLayer>
          <XAxis type="number" {...x} {...axis} />
          <YAxis type="category" dataKey="name" width={150} tickFormatter={shortName} interval={0} {...axis} />
          <Tooltip {...tip} {...tooltip} />
          <Bar {...bar} fill="var(--color-blue)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** A name that fits beside a bar. */
export function shortName(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name
}

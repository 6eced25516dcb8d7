import type { Overview } from '@stampus/contract/console/overview'
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { readableDay, readableSpan } from '../../shared/dates.ts'
import { axis, BarsByName, BarsByTime, ChartOrTable, dayAxis, tooltip } from './charts.tsx'

type Day = Overview['days'][number]

const dayTip = { labelFormatter: (day: unknown) => readableDay(String(day)) }

export function DaysChart({ days }: { days: Day[] }) {
  const isEmpty = days.every(({ approved, rejected }) => approved + rejected === 0)
  return (
    <ChartOrTable
      title="Decisions per day"
      chart={
        <BarsByTime
          rows={days}
          x={dayAxis}
          y={{ allowDecimals: false, width: 40 }}
          tip={dayTip}
          parts={[
            { dataKey: 'approved', name: 'Approved', fill: 'var(--color-approved)' },
            { dataKey: 'rejected', name: 'Rejected', fill: 'var(--color-rejected)' },
          ]}
        />
      }
      table={{
        rows: isEmpty ? [] : days.toReversed(),
        keyOf: ({ day }) => day,
        columns: [
          { name: 'Day', cell: ({ day }) => readableDay(day) },
          { name: 'Approved', align: 'right', cell: ({ approved }) => approved },
          { name: 'Rejected', align: 'right', cell: ({ rejected }) => rejected },
          { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
        ],
      }}
    />
  )
}

export function MerchantsChart({ merchants }: { merchants: Overview['top_merchants'] }) {
  return (
    <ChartOrTable
      title="Top merchants"
      chart={
        <BarsByName rows={merchants} x={{ allowDecimals: false }} bar={{ dataKey: 'approved', name: 'Approved' }} />
      }
      table={{
        rows: merchants,
        keyOf: ({ id }) => id,
        columns: [
          { name: 'Merchant', cell: ({ name }) => name },
          { name: 'Approved', align: 'right', cell: ({ approved }) => approved },
          { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
        ],
      }}
    />
  )
}

const HOUR_MS = 3_600_000
const STEPS = 5

type Point = { day: string; hours: number | null }

export function TimesChart({ days, targetHours }: { days: Day[]; targetHours: number }) {
  const decided = days.flatMap(({ day, typical_ms }) => (typical_ms === null ? [] : [{ day, typical_ms }]))
  const points = days.map(({ day, typical_ms }) => ({ day, hours: typical_ms === null ? null : typical_ms / HOUR_MS }))
  return (
    <ChartOrTable
      title="Median time to decide"
      chart={<Times points={points} targetHours={targetHours} />}
      table={{
        caption: 'Median time to decide, by day',
        rows: decided.toReversed(),
        keyOf: ({ day }) => day,
        columns: [
          { name: 'Day', cell: ({ day }) => readableDay(day) },
          { name: 'Median', align: 'right', cell: ({ typical_ms }) => readableSpan(typical_ms) },
        ],
      }}
    />
  )
}

/** Days without a decision keep their place; the line skips them. */
function Times({ points, targetHours }: { points: Point[]; targetHours: number }) {
  const ticks = hourTicks(Math.max(targetHours, ...points.map(({ hours }) => hours ?? 0)))
  return (
    <div className="h-60">
      <ResponsiveContainer>
        <LineChart data={points} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis padding={{ left: 12, right: 12 }} {...dayAxis} />
          <YAxis unit=" h" width={52} ticks={ticks} domain={[0, ticks.at(-1) ?? 0]} {...axis} />
          <Tooltip {...dayTip} formatter={(hours) => readableSpan(Number(hours) * HOUR_MS)} {...tooltip} />
          <ReferenceLine
            y={targetHours}
            stroke="var(--color-pending)"
            strokeDasharray="4 4"
            label={{
              value: 'Target',
              position: 'insideTopLeft',
              fill: 'var(--color-pending)',
              fontSize: axis.tick.fontSize,
            }}
          />
          <Line
            dataKey="hours"
            name="Median"
            stroke="var(--color-blue)"
            strokeWidth={2}
            connectNulls
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

/** Even steps from 0 up to the most hours: parts of a day, or whole days. */
function hourTicks(most: number): number[] {
  const step = [1, 2, 3, 6, 12].find((hours) => most <= hours * STEPS) ?? Math.ceil(most / STEPS / 24) * 24
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

import type { Overview } from '@stampus/contract/overview'
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { DataTable } from '../parts/DataTable.tsx'
import { readableDay, readableSpan } from '../parts/dates.ts'
import { ChartOrTable } from './ChartOrTable.tsx'
import { axis, shortDay, tooltip } from './chartLook.ts'

const HOUR_MS = 3_600_000

type Props = { days: Overview['days']; targetHours: number }
type Point = { day: string; hours: number }

/** How long half of each day's decisions took at most, against the target. */
export function TimesChart({ days, targetHours }: Props) {
  const decided = days.flatMap(({ day, typical_ms }) =>
    typical_ms === null ? [] : [{ day, typical_ms, hours: typical_ms / HOUR_MS }],
  )
  return (
    <ChartOrTable
      title="Time to decide"
      empty={decided.length === 0}
      chart={<Times points={decided} targetHours={targetHours} />}
      table={
        <DataTable
          caption="Time to decide, the half of each day's decisions"
          rows={decided.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { name: 'Day', cell: ({ day }) => readableDay(day) },
            { name: 'Half within', align: 'right', cell: ({ typical_ms }) => readableSpan(typical_ms) },
          ]}
        />
      }
    />
  )
}

function Times({ points, targetHours }: { points: Point[]; targetHours: number }) {
  return (
    <div className="h-60">
      <ResponsiveContainer>
        <LineChart data={points} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="day" tickFormatter={shortDay} {...axis} />
          <YAxis
            unit=" h"
            width={52}
            domain={[0, (most: number) => Math.ceil(Math.max(most, targetHours))]}
            {...axis}
          />
          <Tooltip
            labelFormatter={(day) => readableDay(String(day))}
            formatter={(hours) => readableSpan(Number(hours) * HOUR_MS)}
            {...tooltip}
          />
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
            name="Half within"
            stroke="var(--color-blue)"
            strokeWidth={2}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

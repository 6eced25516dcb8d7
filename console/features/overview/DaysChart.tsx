import type { Overview } from '@stampus/contract/console/overview'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { readableDay } from '../../shared/dates.ts'
import { DataTable } from '../../shared/lists/DataTable.tsx'
import { axis, ChartOrTable, dayAxis, tooltip } from './ChartOrTable.tsx'
import { sumOf } from './Figures.tsx'

type Day = Overview['days'][number]

/** Approvals and rejections by day. */
export function DaysChart({ days }: { days: Day[] }) {
  return (
    <ChartOrTable
      title="Decisions per day"
      isEmpty={sumOf(days, 'approved') + sumOf(days, 'rejected') === 0}
      chart={<Bars days={days} />}
      table={
        <DataTable
          caption="Decisions per day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { name: 'Day', cell: ({ day }) => readableDay(day) },
            { name: 'Approved', align: 'right', cell: ({ approved }) => approved },
            { name: 'Rejected', align: 'right', cell: ({ rejected }) => rejected },
            { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
          ]}
        />
      }
    />
  )
}

function Bars({ days }: { days: Day[] }) {
  return (
    <div className="h-72">
      <ResponsiveContainer>
        <BarChart data={days} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis {...dayAxis} />
          <YAxis allowDecimals={false} width={40} {...axis} />
          <Tooltip labelFormatter={(day) => readableDay(String(day))} {...tooltip} />
          <Legend />
          <Bar
            dataKey="approved"
            name="Approved"
            stackId="day"
            fill="var(--color-approved)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="rejected"
            name="Rejected"
            stackId="day"
            fill="var(--color-rejected)"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

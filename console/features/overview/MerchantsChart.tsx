import type { Overview } from '@stampus/contract/console/overview'
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { DataTable } from '../../shared/lists/DataTable.tsx'
import { axis, ChartOrTable, tooltip } from './ChartOrTable.tsx'

const ROW_PX = 40
const NAME_MAX = 22

type Merchants = Overview['top_merchants']

/** The merchants with the most approved receipts. */
export function MerchantsChart({ merchants }: { merchants: Merchants }) {
  return (
    <ChartOrTable
      title="Top merchants"
      isEmpty={merchants.length === 0}
      chart={<Bars merchants={merchants} />}
      table={
        <DataTable
          caption="Top merchants"
          rows={merchants}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Merchant', cell: ({ name }) => name },
            { name: 'Approved', align: 'right', cell: ({ approved }) => approved },
            { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
          ]}
        />
      }
    />
  )
}

function Bars({ merchants }: { merchants: Merchants }) {
  return (
    <div style={{ height: merchants.length * ROW_PX + ROW_PX }}>
      <ResponsiveContainer>
        <BarChart data={merchants} layout="vertical" accessibilityLayer>
          <XAxis type="number" allowDecimals={false} {...axis} />
          <YAxis type="category" dataKey="name" width={150} tickFormatter={shortName} interval={0} {...axis} />
          <Tooltip {...tooltip} />
          <Bar dataKey="approved" name="Approved" fill="var(--color-blue)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** A name that fits beside a bar. */
export function shortName(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name
}

import type { RewardsOverview } from '@stampus/contract/console/overview'
import { formatInstant, formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { desk } from '../../shared/labels/desk.ts'
import { DataTable } from '../../shared/lists/DataTable.tsx'
import { settings } from '../../shared/settings.ts'
import { axis, ChartOrTable, tooltip } from './ChartOrTable.tsx'
import { shortName } from './MerchantsChart.tsx'

/** So many merchants have a part of their own in a bar; the rest share one. */
const NAMED = 3
const TOP = 10
const ROW_PX = 40
/** Shades of one colour: the others have meanings. */
const shades = [100, 68, 44, 24].map((part) => `color-mix(in srgb, var(--color-blue) ${part}%, var(--color-sheet))`)

type Props = { figures: RewardsOverview }
type Sum = { key: string; name: string; vouchers: number; value_sen: number }

/** The merchants by what they handed out in all months, the most first. */
function sumsOf({ handed_out }: RewardsOverview): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { merchant, vouchers, value_sen } of handed_out) {
    const key = String(merchant?.id ?? 'desk')
    const sum = sums.get(key) ?? { key, name: merchant?.name ?? desk, vouchers: 0, value_sen: 0 }
    sums.set(key, { ...sum, vouchers: sum.vouchers + vouchers, value_sen: sum.value_sen + value_sen })
  }
  return [...sums.values()].sort((one, other) => other.value_sen - one.value_sen)
}

/** The value that was handed out, by month, with the parts of the largest merchants. */
export function HandedOutByMonth({ figures }: Props) {
  const named = sumsOf(figures).slice(0, NAMED)
  const partOf = (merchant: { id: number } | null) => {
    const at = named.findIndex(({ key }) => key === String(merchant?.id ?? 'desk'))
    return `part${at < 0 ? NAMED : at}`
  }
  const rows = figures.months.map((month) => {
    const row: Record<string, number | string> = { month }
    for (const { merchant, value_sen } of figures.handed_out.filter((one) => one.month === month)) {
      const part = partOf(merchant)
      row[part] = Number(row[part] ?? 0) + value_sen
    }
    return row
  })
  const names = [...named.map(({ name }) => name), 'Others'].slice(0, Math.max(1, sumsOf(figures).length))
  return (
    <div className="h-72">
      <ResponsiveContainer>
        <BarChart data={rows} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="month" tickFormatter={shortMonth} interval="equidistantPreserveStart" {...axis} />
          <YAxis tickFormatter={ringgit} width={64} {...axis} />
          <Tooltip labelFormatter={(month) => formatMonth(String(month))} formatter={amount} {...tooltip} />
          <Legend formatter={legendText} itemSorter={null} />
          {names.map((name, at) => (
            <Bar
              key={name}
              dataKey={`part${at}`}
              name={name}
              stackId="month"
              fill={shades[at] ?? ''}
              stroke="var(--color-blue)"
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** The merchants that handed out the most in twelve months. */
export function HandedOutByMerchant({ figures, empty }: Props & { empty: string }) {
  const sums = sumsOf(figures)
  return (
    <ChartOrTable
      title="Handed out by merchant"
      isEmpty={sums.length === 0}
      empty={empty}
      chart={<MerchantBars sums={sums.slice(0, TOP)} />}
      table={
        <DataTable
          caption="Handed out by merchant, in twelve months"
          rows={sums}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Merchant', cell: ({ name }) => name },
            { name: 'Rewards', align: 'right', cell: ({ vouchers }) => vouchers },
            { name: 'Value', align: 'right', cell: ({ value_sen }) => formatSen(value_sen, settings.currency) },
          ]}
        />
      }
    />
  )
}

function MerchantBars({ sums }: { sums: Sum[] }) {
  return (
    <div style={{ height: sums.length * ROW_PX + ROW_PX }}>
      <ResponsiveContainer>
        <BarChart data={sums} layout="vertical" accessibilityLayer>
          <XAxis type="number" tickFormatter={ringgit} {...axis} />
          <YAxis type="category" dataKey="name" width={150} tickFormatter={shortName} interval={0} {...axis} />
          <Tooltip formatter={amount} {...tooltip} />
          <Bar dataKey="value_sen" name="Value" fill="var(--color-blue)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const amount = (sen: unknown) => formatSen(Number(sen), settings.currency)
const ringgit = (sen: number) => `${settings.currency} ${(sen / 100).toLocaleString('en-GB')}`
const legendText = (name: string) => <span className="text-ink">{shortName(name)}</span>

/** `2026-11` as "Nov". */
function shortMonth(month: string): string {
  return formatInstant(new Date(`${month}-01T00:00:00Z`), { month: 'short', timeZone: 'UTC' })
}

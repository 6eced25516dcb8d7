import type { RewardsOverview } from '@stampus/contract/console/overview'
import { formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import { desk } from '../../shared/labels/desk.ts'
import { settings } from '../../shared/settings.ts'
import { axis, BarsByName, BarsByTime, ChartOrTable, shortDate, shortName } from './charts.tsx'

/** So many merchants have a part of their own in a bar; the rest share one. */
const NAMED = 3
const TOP = 10
/** Shades of one colour: the others have meanings. */
const shades = [100, 68, 44, 24].map((part) => `color-mix(in srgb, var(--color-blue) ${part}%, var(--color-sheet))`)
const empty = 'Nothing was handed out in the last twelve months.'

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
    <ChartOrTable
      title="Handed out per month"
      empty={empty}
      chart={
        <BarsByTime
          rows={rows}
          x={{ dataKey: 'month', tickFormatter: shortMonth, interval: 'equidistantPreserveStart', ...axis }}
          y={{ tickFormatter: ringgit, width: 64 }}
          tip={{ labelFormatter: (month) => formatMonth(String(month)), formatter: amount }}
          legend={{ formatter: legendText, itemSorter: null }}
          parts={names.map((name, at) => ({
            dataKey: `part${at}`,
            name,
            fill: shades[at] ?? '',
            stroke: 'var(--color-blue)',
          }))}
        />
      }
      table={{
        caption: 'Handed out, by month and merchant',
        rows: figures.handed_out,
        keyOf: ({ month, merchant }) => `${month}/${merchant?.id ?? 'desk'}`,
        columns: [
          { name: 'Month', cell: ({ month }) => formatMonth(month) },
          { name: 'Merchant', cell: ({ merchant }) => merchant?.name ?? desk },
          { name: 'Rewards', align: 'right', cell: ({ vouchers }) => vouchers },
          { name: 'Value', align: 'right', cell: ({ value_sen }) => amount(value_sen) },
        ],
      }}
    />
  )
}

export function HandedOutByMerchant({ figures }: Props) {
  const sums = sumsOf(figures)
  return (
    <ChartOrTable
      title="Handed out by merchant"
      empty={empty}
      chart={
        <BarsByName
          rows={sums.slice(0, TOP)}
          x={{ tickFormatter: ringgit }}
          tip={{ formatter: amount }}
          bar={{ dataKey: 'value_sen', name: 'Value' }}
        />
      }
      table={{
        caption: 'Handed out by merchant, in twelve months',
        rows: sums,
        keyOf: ({ key }) => key,
        columns: [
          { name: 'Merchant', cell: ({ name }) => name },
          { name: 'Rewards', align: 'right', cell: ({ vouchers }) => vouchers },
          { name: 'Value', align: 'right', cell: ({ value_sen }) => amount(value_sen) },
        ],
      }}
    />
  )
}

const amount = (sen: unknown) => formatSen(Number(sen), settings.currency)
const ringgit = (sen: number) => `${settings.currency} ${(sen / 100).toLocaleString('en-GB')}`
const legendText = (name: string) => <span className="text-ink">{shortName(name)}</span>

/** `2026-11` as "Nov". */
const shortMonth = (month: string) => shortDate(`${month}-01`, { month: 'short' })

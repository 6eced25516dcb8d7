import { exportRewards, type RewardsOverview as Figures, showRewards } from '@stampus/contract/console/overview'
import { formatSen } from '@stampus/contract/values/money'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/components/LoadFailure.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { settings } from '../../shared/settings.ts'
import { Figure } from './Figures.tsx'
import { HandedOutByMerchant, HandedOutByMonth } from './HandedOutCharts.tsx'

/** What stamps and vouchers may still cost, and what was handed out. Read once, because it sums up everything. */
export function RewardsOverview() {
  const query = useQuery({ ...q(showRewards, {}), staleTime: 60_000 })
  if (query.data) return <Shown figures={query.data.data} />
  if (query.error) return <LoadFailure query={query} />
  return (
    <Loading label="Loading the figures of rewards" className="grid gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const { outstanding_stamps, ready_vouchers, ready_stamps, ready_sen, months, handed_out } = figures
  const thisMonth = handed_out.filter(({ month }) => month === months.at(-1))
  return (
    <>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <h2 className="font-bold text-lead">Rewards</h2>
        <ExportButton
          call={exportRewards}
          input={{}}
          note="the figures and what was handed out. The export is recorded in the audit log."
        />
      </div>
      <dl className="grid gap-4 min-[30rem]:grid-cols-2 md:grid-cols-4">
        <Figure name="Outstanding stamps" value={outstanding_stamps.toLocaleString('en-GB')} note="held by members" />
        <Figure
          name="Ready vouchers"
          value={ready_vouchers.toLocaleString('en-GB')}
          note={`for ${stampsText(ready_stamps)}`}
        />
        <Figure name="They would cost" value={money(ready_sen)} note="if all were handed over" />
        <Figure
          name="Handed out this month"
          value={money(thisMonth.reduce((sum, { value_sen }) => sum + value_sen, 0))}
          note={countText(thisMonth.reduce((sum, { vouchers }) => sum + vouchers, 0))}
        />
      </dl>
      <HandedOutByMonth figures={figures} />
      <HandedOutByMerchant figures={figures} />
    </>
  )
}

const money = (sen: number) => formatSen(sen, settings.currency)
const countText = (count: number) => (count === 1 ? '1 reward' : `${count} rewards`)

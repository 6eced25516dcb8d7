import { type Overview, overviewDays, showOverview } from '@stampus/contract/console/overview'
import { Notice, type NoticeKind } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useIsActive } from '../../shared/api/activity.ts'
import { q, useIsManager } from '../../shared/api/queries.ts'
import { LoadFailure, StaleNotice } from '../../shared/components/LoadFailure.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { TextLink } from '../../shared/components/TextLink.tsx'
import { When } from '../../shared/components/When.tsx'
import { readableSpan } from '../../shared/dates.ts'
import { receiptsText } from '../../shared/labels/labels.ts'
import { useFilters } from '../../shared/lists/filters.tsx'
import { DaysChart, MerchantsChart, TimesChart } from './DecisionCharts.tsx'
import { Figures } from './Figures.tsx'
import { RewardsOverview } from './RewardsOverview.tsx'

const POLL_MS = 60_000

export function OverviewPage() {
  const { values, change } = useFilters('days')
  const days = overviewDays.find((known) => known === values.days) ?? '30'
  const isManager = useIsManager()
  const present = useIsActive()
  const query = useQuery({
    ...q(showOverview, { days }),
    refetchInterval: present && POLL_MS,
    placeholderData: (before) => before,
  })
  const { data, error, isPlaceholderData } = query
  return (
    <Page title="Overview" actions={<PeriodButtons chosen={days} onChoose={(span) => change({ days: span })} />}>
      {data ? (
        <>
          <StaleNotice query={query} />
          <div aria-busy={isPlaceholderData} className="grid min-w-0 gap-4 aria-busy:opacity-60">
            <WaitingNow {...data.data.waiting} />
            <Figures {...data.data} />
            <DaysChart days={data.data.days} />
            <TimesChart days={data.data.days} targetHours={data.data.waiting.target_hours} />
            <MerchantsChart merchants={data.data.top_merchants} />
          </div>
        </>
      ) : error ? (
        <LoadFailure query={query} />
      ) : (
        <OverviewSkeleton />
      )}
      {isManager ? <RewardsOverview /> : null}
    </Page>
  )
}

function PeriodButtons({ chosen, onChoose }: { chosen: string; onChoose: (days: string) => void }) {
  return (
    <fieldset className="flex overflow-hidden rounded-control border border-border-strong">
      <legend className="sr-only">Period</legend>
      {overviewDays.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosen}
          onClick={() => onChoose(days)}
          className="min-h-11 bg-sheet px-4 font-medium text-muted hover:text-blue aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-blue"
        >
          {days} days
        </button>
      ))}
    </fieldset>
  )
}

function OverviewSkeleton() {
  return (
    <Loading label="Loading the overview" className="grid gap-4">
      <Skeleton className="h-24 w-full" />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-6">
        {['decisions', 'rate', 'time', 'stamps', 'agreement', 'countersigning'].map((figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

/** The waiting receipts and the age of the oldest, in the colour of its age against the target. */
function WaitingNow({ count, ageing, overdue, oldest_at, target_hours, fitting }: Overview['waiting']) {
  const kind: NoticeKind = overdue > 0 ? 'error' : ageing > 0 ? 'warning' : 'success'
  return (
    <Notice kind={kind}>
      <h2 className="font-bold text-lead">{count === 0 ? 'No receipts' : receiptsText(count)} pending</h2>
      {oldest_at ? (
        <p className="text-pretty">
          The oldest has been pending for {readableSpan(Date.now() - Date.parse(oldest_at))} (since{' '}
          <When at={oldest_at} />
          ). The target is {readableSpan(target_hours * 3_600_000)}.
          {overdue > 0 ? ` ${overdue} ${overdue === 1 ? 'is' : 'are'} past the target.` : ''}
          {ageing > overdue
            ? ` ${ageing - overdue}${overdue > 0 ? ' more' : ''} ${ageing - overdue === 1 ? 'is' : 'are'} past half of it.`
            : ''}
        </p>
      ) : null}
      {count > 0 ? (
        <p className="flex flex-wrap gap-x-6">
          <TextLink to="/">Go to the review desk</TextLink>
          <TextLink to="/submissions?status=pending">See all pending receipts</TextLink>
          {fitting > 0 ? <TextLink to="/bulk">Bulk approval: {receiptsText(fitting)} ready</TextLink> : null}
        </p>
      ) : null}
    </Notice>
  )
}

import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, type Status, type Submission, show, status } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { useQueries } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { type EndlessResult, useEndlessList } from '../../../shared/api/endless.ts'
import { Chips } from '../../../shared/components/Chips.tsx'
import { EndlessList } from '../../../shared/components/EndlessList.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { MerchantSearch } from '../../../shared/merchants/MerchantSearch.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { refetchWhilePending } from '../../../shared/receipts/decisionUpdates.ts'
import { PendingReceipts } from '../../../shared/receipts/PendingReceipts.tsx'
import { historyFilter, statusLabel } from '../../../shared/receipts/status.ts'
import { matchesSearch } from './matchesSearch.ts'
import { SentCard } from './SentCard.tsx'
import { SubmissionMonths } from './SubmissionMonths.tsx'
import { SubmissionRow, SubmissionRowsLoading } from './SubmissionRow.tsx'

/** The member's own receipts with their status. */
export function SubmissionsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filter = historyFilter(params)
  const { status: wanted, search = '' } = filter
  const submissions = useEndlessList(list, filter, {
    pageSize: SUBMISSIONS_MORE_AT,
    refetchInterval: refetchWhilePending,
  })
  const stable = useStableRows(submissions)
  const rows = search ? stable.filter((row) => matchesSearch(row, search)) : stable
  const isFiltered = wanted !== undefined || search !== ''
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
      <Title>{words.submissionsTitle}</Title>
      <SentCard />
      <PendingReceipts sentOnly />
      <MerchantSearch
        search={search}
        label={words.submissionsSearch}
        placeholder={words.submissionsSearchHint}
        onSearch={(text) => navigate(historyPath(wanted, text), { replace: true })}
      />
      <Chips label={words.submissionsStatus} chips={chipsFor(wanted, search)} />
      <EndlessList
        list={{ ...submissions, rows }}
        wait={<SubmissionRowsLoading />}
        failed={texts.submissionsFailed}
        moreFailed={texts.moreSubmissionsFailed}
        empty={<NoSubmissions isFiltered={isFiltered} />}
      >
        {(rows) => (
          <SubmissionMonths rows={rows} withStamps={!isFiltered}>
            {(submission) => (
              <SubmissionRow
                submission={submission}
                onExpired={() => void submissions.refetch({ cancelRefetch: false })}
              />
            )}
          </SubmissionMonths>
        )}
      </EndlessList>
    </div>
  )
}

function historyPath(status: Status | undefined, search: string): string {
  return linkTo('submissions', {}, { status, search: search || undefined })
}

function chipsFor(wanted: Status | undefined, search: string) {
  const chip = (label: string, value: Status | undefined) => ({
    label,
    to: historyPath(value, search),
    isCurrent: wanted === value,
  })
  return [chip(words.submissionsAll, undefined), ...status.options.map((one) => chip(statusLabel(one), one))]
}

function NoSubmissions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty icon={ReceiptText} text={texts.noSubmissions}>
      {isFiltered ? (
        <Link to={linkTo('submissions')} className={buttonClass('secondary', 'mt-2')}>
          {words.submissionsSeeAll}
        </Link>
      ) : (
        <>
          <p>{words.submissionsToCome}</p>
          <Link to={linkTo('merchants')} className={buttonClass()}>
            {words.submissionsBegin}
          </Link>
        </>
      )}
    </Empty>
  )
}

/**
 * The rows of a filtered history. A row that stops matching the filter while the member looks (a pending one that is
 * decided) stays until the filter is chosen again.
 */
function useStableRows({ rows, isPlaceholderData }: EndlessResult<Submission>): Submission[] {
  const { key } = useLocation()
  const [seen, setSeen] = useState({ key, rows: [] as Submission[] })
  const before = seen.key === key && !isPlaceholderData ? seen.rows : []
  const gone = before.filter(({ id }) => !rows.some((row) => row.id === id))
  const latest = useLatestRows(gone)
  const stable = gone.length > 0 ? [...rows, ...latest].sort(newestFirst) : rows
  if (!isPlaceholderData && !sameIds(before, stable)) setSeen({ key, rows: stable })
  return stable
}

/** The current state of these rows. Each is fetched by itself, because no loaded list contains it any more. */
function useLatestRows(rows: Submission[]): Submission[] {
  const answers = useQueries({
    queries: rows.map((row) => ({
      ...q(show, { id: row.id }),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data: { data: Submission } | undefined } }) =>
        refetchWhilePending([state.data?.data ?? row]),
    })),
  })
  return rows.map((row, place) => answers[place]?.data?.data ?? row)
}

function newestFirst(one: Submission, other: Submission): number {
  return other.created_at.localeCompare(one.created_at) || other.id - one.id
}

function sameIds(some: Submission[], others: Submission[]): boolean {
  return some.length === others.length && some.every(({ id }, place) => id === others[place]?.id)
}

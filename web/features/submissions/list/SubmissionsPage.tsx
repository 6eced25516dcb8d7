import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, type Status, type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { nameKey } from '@stampus/contract/values/names'
import { amountToSend, parseAmount } from '@stampus/contract/values/typedAmounts'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { useQueries } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { type EndlessResult, useEndlessList } from '../../../shared/api/endless.ts'
import { Chips } from '../../../shared/components/Chips.tsx'
import { EndlessList } from '../../../shared/components/EndlessList.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { SearchField } from '../../../shared/components/SearchField.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { refetchWhilePending } from '../../../shared/receipts/decisionUpdates.ts'
import { PendingReceipts } from '../../../shared/receipts/PendingReceipts.tsx'
import { historyFilter, statuses, statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'
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
      <SearchField
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
        empty={<NoSubmissions isFiltered={isFiltered} isSearch={search !== ''} />}
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

/** Whether a receipt matches the search, by merchant or amount. Servers that search answer the same rows; others ignore it. */
function matchesSearch({ merchant, purchase_amount }: Submission, search: string): boolean {
  const amount = parseAmount(amountToSend(search, settings.currency))
  return (
    nameKey(merchant.name).includes(nameKey(search)) ||
    (amount !== undefined && amount === parseAmount(purchase_amount))
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
  return [chip(words.submissionsAll, undefined), ...statuses.map((one) => chip(statusLabel(one), one))]
}

function NoSubmissions({ isFiltered, isSearch }: { isFiltered: boolean; isSearch: boolean }) {
  return (
    <Empty icon={ReceiptText} text={isSearch ? words.submissionsNoneFound : texts.noSubmissions}>
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

/**
 * The current state of these rows. Each is fetched by itself, because no loaded list contains it any more. Rows that the
 * member has withdrawn are left out.
 */
function useLatestRows(rows: Submission[]): Submission[] {
  const answers = useQueries({
    queries: rows.map((row) => ({
      ...q(show, { id: row.id }),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data: { data: Submission } | undefined } }) =>
        refetchWhilePending([state.data?.data ?? row]),
    })),
  })
  return rows.flatMap((row, place) => (isMissing(answers[place]?.error) ? [] : [answers[place]?.data?.data ?? row]))
}

function newestFirst(one: Submission, other: Submission): number {
  return sentAt(other) - sentAt(one) || other.id - one.id
}

function sentAt({ created_at }: Submission): number {
  return Date.parse(created_at) || 0
}

function sameIds(some: Submission[], others: Submission[]): boolean {
  return some.length === others.length && some.every(({ id }, place) => id === others[place]?.id)
}

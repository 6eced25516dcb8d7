import { SUBMISSIONS_MORE_AT } from '@stampus/contract/limits'
import { list, months, type Status, type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { formatAmount } from '@stampus/contract/values/money'
import { nameKey } from '@stampus/contract/values/names'
import { amountToSend, parseAmount } from '@stampus/contract/values/typedAmounts'
import { focusTitle } from '@stampus/ui/browser/focus'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { StatusMark } from '@stampus/ui/StatusMark'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Hourglass, ReceiptText, Stamp, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { isMissing } from '../../shared/api/CallError.ts'
import { type EndlessResult, useEndlessList } from '../../shared/api/endless.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { ButtonLink, Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Slip } from '../../shared/components/Slip.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { readableDay, readableMonth } from '../../shared/dates.ts'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { linkTo } from '../../shared/paths.ts'
import { Photo } from '../../shared/pictures/Photo.tsx'
import { isAppealWaiting, refetchWhilePending } from '../../shared/receipts/decisionUpdates.ts'
import { forgetJustSent, useJustSent } from '../../shared/receipts/outbox.ts'
import { PendingReceipts } from '../../shared/receipts/PendingReceipts.tsx'
import { historyFilter, statuses, statusLabel } from '../../shared/receipts/status.ts'
import { settings } from '../../shared/settings.ts'
import { useSession } from '../../shared/storage/session.ts'
import { DecisionTimes } from './DecisionTimes.tsx'

export function SubmissionsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filter = historyFilter(params)
  const { status: wanted, search = '' } = filter
  const limits = { pageSize: SUBMISSIONS_MORE_AT, refetchInterval: refetchWhilePending }
  const submissions = useEndlessList(list, filter, limits)
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
      <Chips
        label={words.submissionsStatus}
        choices={[[undefined, words.submissionsAll], ...statuses.map((one) => [one, statusLabel(one)] as const)]}
        chosen={wanted}
        linkTo={(status) => historyPath(status, search)}
      />
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

/** Whether a receipt matches by merchant or amount. Servers that search answer the same rows; others ignore it. */
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

function NoSubmissions({ isFiltered, isSearch }: { isFiltered: boolean; isSearch: boolean }) {
  return (
    <Empty icon={ReceiptText} text={isSearch ? words.submissionsNoneFound : texts.noSubmissions}>
      {isFiltered ? (
        <ButtonLink to={linkTo('submissions')} look="secondary" label={words.submissionsSeeAll} className="mt-2" />
      ) : (
        <>
          <p>{words.submissionsToCome}</p>
          <ButtonLink to={linkTo('merchants')} label={words.submissionsBegin} />
        </>
      )}
    </Empty>
  )
}

/** A row that stops matching the filter while the member looks stays until the filter is chosen again. */
function useStableRows({ rows, isPlaceholderData }: EndlessResult<Submission>): Submission[] {
  const { key } = useLocation()
  const [seen, setSeen] = useState({ key, rows: [] as Submission[] })
  const before = seen.key === key && !isPlaceholderData ? seen.rows : []
  const gone = before.filter(({ id }) => !rows.some((row) => row.id === id))
  const latest = useLatestRows(gone)
  const sentAt = ({ created_at }: Submission) => Date.parse(created_at) || 0
  const newestFirst = (one: Submission, other: Submission) => sentAt(other) - sentAt(one) || other.id - one.id
  const stable = gone.length > 0 ? [...rows, ...latest].sort(newestFirst) : rows
  const isSame = before.length === stable.length && before.every(({ id }, place) => id === stable[place]?.id)
  if (!isPlaceholderData && !isSame) setSeen({ key, rows: stable })
  return stable
}

/** The current state of rows that no loaded list contains any more, without those that the member has withdrawn. */
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

type MonthsProps = { rows: Submission[]; withStamps: boolean; children: (row: Submission) => ReactNode }

/** The rows by month of sending, with its stamps if the server knows them. Rows without a readable time come last. */
function SubmissionMonths({ rows, withStamps, children }: MonthsProps) {
  const enabled = (query: Parameters<typeof unlessNotOffered>[0]) => withStamps && unlessNotOffered(query)
  const { data } = useQuery({ ...q(months, {}), enabled, retry: false })
  const stampsOf = new Map(withStamps ? data?.data.map(({ month, stamps }) => [month, stamps]) : [])
  const undated = rows.filter(({ created_at }) => Number.isNaN(Date.parse(created_at)))
  const byMonth = new Map<string, Submission[]>()
  for (const row of rows.filter((one) => !undated.includes(one))) {
    const month = dayIn(settings.time_zone, new Date(row.created_at)).slice(0, 'YYYY-MM'.length)
    byMonth.set(month, [...(byMonth.get(month) ?? []), row])
  }
  const list = (shown: Submission[]) => (
    <Rows rows={shown} className="grid grid-cols-1 gap-4">
      {children}
    </Rows>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      {[...byMonth].map(([month, sent]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 px-4">
            <h2 id={`month-${month}`} className="font-semibold">
              {readableMonth(month)}
            </h2>
            {stampsOf.has(month) ? (
              <p className="text-small text-muted tabular-nums">
                {sentences.submissionStampsEarned(stampsOf.get(month) ?? 0)}
              </p>
            ) : null}
          </div>
          {list(sent)}
        </section>
      ))}
      {undated.length > 0 ? list(undated) : null}
    </div>
  )
}

/** A receipt may be sent while the member is on another page. After this time, the card no longer helps. */
const RECENT_MS = 5 * 60_000

let leaving: ReturnType<typeof setTimeout> | undefined

function SentCard() {
  const sent = useJustSent((state) => state.sent)
  const member = useSession(({ user }) => user?.id ?? null)
  const [openedAt] = useState(() => Date.now())
  // Waits a moment, because React mounts twice in development.
  useEffect(() => {
    clearTimeout(leaving)
    return () => {
      leaving = setTimeout(forgetJustSent)
    }
  }, [])
  if (!sent || sent.owner !== member || openedAt - sent.at > RECENT_MS) return null
  const close = () => {
    forgetJustSent()
    focusTitle()
  }
  return (
    <section aria-labelledby="sent" className="relative rounded-sheet border border-border-strong bg-sheet p-5 pr-14">
      <h2 id="sent" className="flex items-center gap-2 font-bold text-lead">
        <Stamp aria-hidden="true" className="size-6 shrink-0 text-blue" />
        {sent.stamps > 0 ? sentences.sentCardStamps(sent.stamps) : words.sentCardTitle}
      </h2>
      <div className="mt-1 grid gap-1 text-small text-muted">
        <p>{words.submissionWhilePending}</p>
        <DecisionTimes />
      </div>
      <ButtonLink to={linkTo('submit')} look="secondary" label={words.sentCardAnother} className="mt-3" />
      <button
        type="button"
        aria-label={words.sentCardDismiss}
        onClick={close}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:text-blue"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  )
}

/** On a phone, every row is as tall as one with a name of two lines. */
const body = 'grid min-h-27 flex-1 basis-40 content-between sm:min-h-0'

function SubmissionRow({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { id, merchant, status, purchase_amount, purchase_date, created_at, stamps } = submission
  const [before] = useState(status)
  return (
    <Slip className="pb-2.5">
      <div className="group relative flex flex-wrap gap-[16px] p-[16px]">
        <Photo
          src={submission.receipt_thumb_url ?? submission.receipt_image_url}
          placeholder={submission.placeholder_image_url}
          alt=""
          width={72}
          height={96}
          className="h-[96px] w-[72px] shrink-0 self-start rounded-control ring-1 ring-line"
          onExpired={onExpired}
        />
        <span className={`min-w-0 gap-1 ${body}`}>
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={linkTo('submission', { id })}
              state={{ fromHistory: true }}
              className={`min-w-0 flex-1 basis-28 font-semibold ${stretchedLink}`}
            >
              {merchant.name}
            </Link>
            <span className="ml-auto whitespace-nowrap text-right font-bold font-receipt tabular-nums">
              {formatAmount(purchase_amount, settings.currency)}
            </span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-2 text-small tabular-nums">
            <span className="text-muted">{sentences.submissionBought(readableDay(purchase_date))}</span>
            {status === 'approved' && stamps !== undefined ? (
              <span className="font-semibold text-approved">{sentences.submissionStampsEarned(stamps)}</span>
            ) : null}
          </span>
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <When at={created_at} className="mr-auto text-small text-muted" />
            {isAppealWaiting(submission) ? (
              <span className="flex items-center gap-1 text-small font-semibold">
                <Hourglass aria-hidden="true" className="size-4" />
                {words.appealOpen}
              </span>
            ) : null}
            <StatusMark status={status} word={statusLabel(status)} isLanding={status !== before} />
          </span>
        </span>
      </div>
    </Slip>
  )
}

function SubmissionRowsLoading() {
  return (
    <Loading rows={4} label={words.submissionsWait} className="grid gap-4">
      <Slip className="flex gap-4 p-4 pb-6.5">
        <Skeleton className="h-24 w-18" />
        <span className={body}>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-6 w-full" />
        </span>
      </Slip>
    </Loading>
  )
}

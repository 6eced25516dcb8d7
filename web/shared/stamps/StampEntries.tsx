import { formatAmount } from '@stampus/contract/values/money'
import { entries, type StampEntry } from '@stampus/contract/wallet'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import * as firstSentences from '#firstSentences'
import * as sentences from '#sentences'
import * as words from '#words'
import { useEndlessList } from '../api/endless.ts'
import { isNotOffered, unlessNotOffered } from '../api/optionalCalls.ts'
import { Link, stretchedLink } from '../components/Link.tsx'
import { readableDayTime } from '../dates.ts'
import { type LocalText, localText } from '../localText.ts'
import { linkTo } from '../paths.ts'
import { settings } from '../settings.ts'

/** The entries that add up to the balance, newest first. A server may not offer them. */
export function StampEntries() {
  const { rows, ...list } = useEndlessList(entries, {}, { enabled: unlessNotOffered })
  if (list.isPending) return <EntriesLoading />
  if (isNotOffered(list.error)) return <p className="text-small text-muted">{words.notOffered}</p>
  const failed = list.isLoadingError || list.isFetchNextPageError
  const ask = () => void (list.isLoadingError ? list.refetch() : list.fetchNextPage())
  return (
    <>
      {list.isLoadingError ? null : <Rows rows={rows} />}
      {failed ? (
        <Failure text={words.stampCardFailed} retry={words.retry} isBusy={list.isFetching} onRetry={ask} />
      ) : list.hasNextPage ? (
        <Button look="quiet" isBusy={list.isFetchingNextPage} onClick={ask} className="-mx-4 -mb-2">
          {words.showMore}
        </Button>
      ) : null}
    </>
  )
}

function Rows({ rows }: { rows: StampEntry[] }) {
  if (rows.length === 0) return <p className="text-small text-muted">{words.stampOriginsNone}</p>
  return (
    <>
      <ul className="divide-y divide-line border-line border-t">
        {rows.map((entry) => (
          <StampEntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sentences.listShown(rows.length)}
      </p>
    </>
  )
}

function EntriesLoading() {
  return (
    <Loading rows={3} label={words.stampOriginsWait} className="grid divide-y divide-line border-line border-t">
      <span className="grid h-17 content-center gap-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </span>
    </Loading>
  )
}

/** One entry: how many stamps, when and why, with a link to its receipt or voucher. */
function StampEntryRow({ entry }: { entry: StampEntry }) {
  const { kind, stamps, created_at, submission, reason } = entry
  const subject = subjectOf(entry)
  return (
    <li className="group relative flex gap-3 py-3">
      <span className="min-w-10 shrink-0 font-bold tabular-nums">
        {signed(stamps)} <span className="sr-only">{firstSentences.stampCardUnit(stamps)}</span>
      </span>
      <span className="min-w-0 flex-1">
        {subject ? (
          <Link to={subject.to} lang={subject.lang} className={`font-semibold ${stretchedLink}`}>
            {subject.text}
          </Link>
        ) : (
          <span className="font-semibold">{kindName(kind)}</span>
        )}
        <span className="flex flex-wrap gap-x-3 text-small text-muted">
          <span>
            {subject ? `${kindName(kind)} · ` : ''}
            <time dateTime={created_at}>{readableDayTime(new Date(created_at))}</time>
          </span>
          {submission ? (
            <span className="ml-auto font-receipt tabular-nums">
              {formatAmount(submission.purchase_amount, settings.currency)}
            </span>
          ) : null}
        </span>
        {reason ? <span className="block whitespace-pre-line text-small">{reason}</span> : null}
      </span>
    </li>
  )
}

/** What the entry is about: a receipt or a voucher. Undefined for an adjustment, or if the receipt was withdrawn. */
function subjectOf({ submission, voucher }: StampEntry): (LocalText & { to: string }) | undefined {
  if (submission) return { to: linkTo('submission', { id: submission.id }), text: submission.merchant, lang: undefined }
  return voucher
    ? { to: linkTo('voucher', { id: voucher.id }), ...localText(voucher.title, voucher.title_ms) }
    : undefined
}

const kinds: Record<string, string> = {
  approval: words.stampsOfReceipt,
  undo: words.stampsTakenBack,
  correction: words.stampsCorrected,
  redemption: words.stampsRedeemed,
  redemption_return: words.stampsReturned,
}

/** A server may know kinds that this app does not. */
const kindName = (kind: string) => kinds[kind] ?? words.stampsChanged

function signed(stamps: number): string {
  return stamps.toLocaleString(words.locale, { signDisplay: 'always' }).replace('-', '\u2212')
}

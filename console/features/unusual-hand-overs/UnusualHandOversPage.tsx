import {
  type Burst,
  type OfflineShare,
  type OftenTogether,
  unusual,
} from '@stampus/contract/console/counters/unusualHandOvers'
import * as limits from '@stampus/contract/limits'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/components/LoadFailure.tsx'
import { Page, PageSection } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { useFilters } from '../../shared/lists/filters.tsx'

const DEFAULT_DAYS = '30'
const periods = limits.UNUSUAL_DAYS.map((days) => ({ value: String(days), name: `The last ${days} days` }))

export function UnusualHandOversPage() {
  const { values, change } = useFilters('days')
  const days = periods.find(({ value }) => value === values.days)?.value ?? DEFAULT_DAYS
  const query = useQuery({ ...q(unusual, { days }), placeholderData: keepPreviousData })
  return (
    <Page title="Unusual hand-overs">
      <p className="max-w-3xl text-muted">
        These hand-overs at counters may be worth a question. There can be good reasons for each of them, and nothing
        happens by itself.
      </p>
      <search className="max-w-60">
        <Select
          label="Period"
          options={periods}
          value={days}
          onChange={(chosen) => change({ days: chosen === DEFAULT_DAYS ? '' : chosen })}
        />
      </search>
      {query.data ? (
        <Findings {...query.data.data} />
      ) : query.error ? (
        <LoadFailure query={query} />
      ) : (
        <Loading label="Loading unusual hand-overs" className="grid gap-4">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-36 w-full" />
        </Loading>
      )}
    </Page>
  )
}

type FindingsProps = { often: OftenTogether[]; shares: OfflineShare[]; bursts: Burst[] }

function Findings({ often, shares, bursts }: FindingsProps) {
  const minutes = limits.UNUSUAL_BURST_MS / 60_000
  return (
    <>
      <Kind
        title="One cashier and one member, often"
        rule={`At least ${limits.UNUSUAL_PAIR_MIN} hand-overs.`}
        rows={often.map(({ merchant, cashier, member, count, first_at, last_at }) => ({
          key: `${cashier.id} ${member.id}`,
          sentence: (
            <>
              {cashier.name} of <MerchantLink {...merchant} /> handed over {count} rewards to{' '}
              <InlineLink to={`/members/${member.id}`}>{member.name}</InlineLink>.
            </>
          ),
          span: { from: first_at, to: last_at },
          more: <RowLink to={`/vouchers?member_id=${member.id}&state=used`}>Vouchers</RowLink>,
        }))}
      />
      <Kind
        title="Many without a network"
        rule={`At least ${limits.UNUSUAL_SHARE_PERCENT}% of at least ${limits.UNUSUAL_SHARE_MIN} hand-overs.`}
        rows={shares.map(({ merchant, total, offline, late }) => ({
          key: merchant.id,
          sentence: (
            <>
              <MerchantLink {...merchant} /> handed over {offline + late} of {total} rewards without a network:{' '}
              {offline} with a code that the member typed, {late} entered later.
            </>
          ),
        }))}
      />
      <Kind
        title="Many in a short time"
        rule={`At least ${limits.UNUSUAL_BURST_MIN} hand-overs on one phone within ${minutes} minutes.`}
        rows={bursts.map(({ merchant, phone, count, first_at, last_at }) => ({
          key: phone.id,
          sentence: (
            <>
              {phone.name} of <MerchantLink {...merchant} /> handed over {count} rewards within {minutes} minutes.
            </>
          ),
          span: { from: first_at, to: last_at, hasSeconds: true },
        }))}
      />
    </>
  )
}

type Span = { from: string; to: string; hasSeconds?: boolean }
type Row = { key: string | number; sentence: ReactNode; span?: Span; more?: ReactNode }

function Kind({ title, rule, rows }: { title: string; rule: string; rows: Row[] }) {
  return (
    <PageSection title={title}>
      <p className="text-muted text-small">{rule}</p>
      {rows.length === 0 ? <p>None in this period.</p> : null}
      <ul className="grid gap-2 empty:hidden">
        {rows.map(({ key, sentence, span, more }) => (
          <li key={key} className="grid gap-1 rounded-sheet border border-line bg-sheet p-3">
            <p className="wrap-anywhere">{sentence}</p>
            {span ? (
              <p className="flex flex-wrap items-center gap-x-4 text-muted text-small">
                <span>
                  <When at={span.from} hasSeconds={span.hasSeconds} /> to{' '}
                  <When at={span.to} hasSeconds={span.hasSeconds} />
                </span>
                {more}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {rows.length === limits.UNUSUAL_MAX ? (
        <p className="text-muted text-small">At most {limits.UNUSUAL_MAX} are shown.</p>
      ) : null}
    </PageSection>
  )
}

function MerchantLink({ id, name }: { id: number; name: string }) {
  return <InlineLink to={`/merchants/${id}`}>{name}</InlineLink>
}

/** A link within a sentence. Its padding takes a thumb and does not move the lines. */
function InlineLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="py-2.5 font-semibold text-blue underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}

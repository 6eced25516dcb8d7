import { list, type Voucher } from '@stampus/contract/rewards/vouchers'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { ChevronRight, Gift, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { isNotOffered, unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { RewardCard } from '../../shared/rewards/RewardCard.tsx'
import { standingOf, useRewardsInReach, useSpendable } from '../../shared/rewards/rewards.ts'
import { voucherFilter } from '../../shared/rewards/voucherFilter.ts'
import { StampEntries } from '../../shared/stamps/StampEntries.tsx'
import { type OfflineVouchers, useOfflineVouchers } from './offlineVouchers.ts'
import { useEndedInList } from './useVoucher.ts'
import { VoucherRow } from './VoucherRow.tsx'
import { stateNames } from './voucherTexts.ts'

/** The member's vouchers: those that are ready, the soonest last day first, then earlier ones. */
export function HistoryPage() {
  const [params] = useSearchParams()
  const filter = voucherFilter(params)
  const vouchers = useEndlessList(list, filter, { enabled: unlessNotOffered })
  const offline = useOfflineVouchers(filter.state)
  useEndedInList(vouchers.rows)
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
      <Title>{words.redemptionsTitle}</Title>
      {isNotOffered(vouchers.error) ? (
        <NotOffered />
      ) : (
        <>
          <Chips label={words.vouchersFilter} chips={chipsFor(filter.state)} />
          {vouchers.isLoadingError && offline && (offline.isComplete || offline.rows.length > 0) ? (
            <KnownVouchers {...offline} />
          ) : (
            <EndlessList
              list={vouchers}
              wait={<VouchersLoading />}
              failed={offline ? words.vouchersOffline : words.vouchersFailed}
              empty={filter.state ? <NoneFound /> : <NoVouchers />}
            >
              {(shown) => <Vouchers rows={shown} />}
            </EndlessList>
          )}
          <div className="flex flex-wrap gap-x-6">
            <Onward to={linkTo('stampHistory')} text={words.stampHistoryLink} />
            <Onward to={linkTo('rewards')} text={words.rewardsTitle} />
          </div>
        </>
      )}
    </div>
  )
}

function Onward({ to, text }: { to: string; text: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1 font-semibold text-blue underline-offset-4 hover:underline"
    >
      {text}
      <ChevronRight aria-hidden="true" className="size-5" />
    </Link>
  )
}

/** All stamp movements, each with its receipt, voucher or reason. */
export function StampHistoryPage() {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-4">
      <div>
        <BackLink to={linkTo('history')} />
        <Title>{words.stampHistoryLink}</Title>
      </div>
      <StampEntries />
    </div>
  )
}

type Filter = ReturnType<typeof voucherFilter>['state']

function chipsFor(wanted: Filter) {
  const chip = (label: string, state: Filter) => ({
    label,
    to: linkTo('history', {}, { state }),
    isCurrent: wanted === state,
  })
  const states = ['ready', 'used', 'returned'] as const
  return [chip(words.vouchersAll, undefined), ...states.map((state) => chip(stateNames[state], state))]
}

function Vouchers({ rows }: { rows: Voucher[] }) {
  const ready = rows.filter(({ state }) => state === 'ready')
  const past = rows.filter(({ state }) => state !== 'ready')
  return (
    <div className="grid grid-cols-1 gap-6">
      {ready.length > 0 ? <Section title={words.vouchersReady} rows={ready} /> : null}
      {past.length > 0 ? <Section title={words.vouchersPast} rows={past} /> : null}
    </div>
  )
}

function KnownVouchers({ rows, isComplete }: OfflineVouchers) {
  return (
    <>
      {rows.length > 0 ? <Vouchers rows={rows} /> : <NoneFound />}
      {isComplete ? null : <p className="text-muted">{words.vouchersOffline}</p>}
    </>
  )
}

function Section({ title, rows }: { title: string; rows: Voucher[] }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold text-lead">{title}</h2>
      <ul className="grid grid-cols-1 gap-3">
        {rows.map((voucher) => (
          <li key={voucher.id}>
            <VoucherRow voucher={voucher} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoneFound() {
  return (
    <Empty icon={Ticket} text={words.vouchersNoneFound}>
      <Link to={linkTo('history')} className={buttonClass('secondary', 'mt-2')}>
        {words.voucherToHistory}
      </Link>
    </Empty>
  )
}

const MOST = 4

/** What the present balance could buy, else the rewards that are nearest. */
function NoVouchers() {
  const spendable = useSpendable()
  const { rows } = useRewardsInReach(spendable)
  const inReach = rows.filter((reward) => standingOf(reward, spendable).state === 'claimable')
  const shown = (inReach.length > 0 ? [...inReach].reverse() : rows).slice(0, MOST)
  return (
    <div className="grid grid-cols-1 gap-6">
      <Empty icon={Gift} text={words.vouchersNone}>
        <p>{words.vouchersNoneText}</p>
      </Empty>
      {spendable !== undefined && shown.length > 0 ? (
        <Nearest title={inReach.length > 0 ? sentences.vouchersCanBuy(spendable) : words.rewardsTitle}>
          {shown.map((reward) => (
            <li key={reward.id}>
              <RewardCard reward={reward} spendable={spendable} />
            </li>
          ))}
        </Nearest>
      ) : null}
    </div>
  )
}

function Nearest({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold text-lead">{title}</h2>
      <ul className="grid gap-4 sm:grid-cols-2">{children}</ul>
      <Link to={linkTo('rewards')} className={buttonClass('secondary', 'justify-self-start')}>
        {words.rewardsSeeAll}
      </Link>
    </section>
  )
}

/** A server without rewards. */
function NotOffered() {
  return (
    <Empty icon={Gift} text={words.notOffered}>
      <p>{words.redemptionsText}</p>
      <Link to={linkTo('submissions')} className={buttonClass()}>
        {words.redemptionsReceipts}
      </Link>
    </Empty>
  )
}

function VouchersLoading() {
  return (
    <Loading label={words.vouchersLoading} className="grid gap-3">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-32 w-full rounded-sheet" />
      ))}
    </Loading>
  )
}

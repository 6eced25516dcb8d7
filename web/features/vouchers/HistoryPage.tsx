import { list, type Voucher } from '@stampus/contract/rewards/vouchers'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { ChevronRight, Gift, QrCode, Ticket } from 'lucide-react'
import { useSearchParams } from 'react-router'
import * as firstSentences from '#firstSentences'
import * as sentences from '#sentences'
import * as words from '#words'
import { isInDoubt, useConnection } from '../../shared/api/connection.ts'
import { uniqueRows, useEndlessList } from '../../shared/api/endless.ts'
import { isNotOffered, unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { ButtonLink, Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { RewardCard } from '../../shared/rewards/RewardCard.tsx'
import { placeOf, standingOf, useRewardsInReach, useSpendable } from '../../shared/rewards/rewards.ts'
import { voucherFilter, voucherStates } from '../../shared/rewards/voucherFilter.ts'
import { StampEntries } from '../../shared/stamps/StampEntries.tsx'
import { useToday } from '../../shared/storage/serverClock.ts'
import { useOpenedVouchers } from '../../shared/storage/voucherKeys.ts'
import { GiveBack } from './EndVoucher.tsx'
import { useEndedInList, withExpiry } from './useVoucher.ts'
import { stateNames, VoucherMark, whyEnded } from './VoucherMark.tsx'

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
        <Empty icon={Gift} text={words.notOffered}>
          <p>{words.redemptionsText}</p>
          <ButtonLink to={linkTo('submissions')} label={words.redemptionsReceipts} />
        </Empty>
      ) : (
        <>
          <Chips
            label={words.vouchersFilter}
            choices={[
              [undefined, words.vouchersAll],
              ...voucherStates.map((state) => [state, stateNames[state]] as const),
            ]}
            chosen={filter.state}
            linkTo={(state) => linkTo('history', {}, { state })}
          />
          {vouchers.isLoadingError && offline && (offline.isComplete || offline.rows.length > 0) ? (
            <>
              {offline.rows.length > 0 ? <Vouchers rows={offline.rows} /> : <NoneFound />}
              {offline.isComplete ? null : <p className="text-muted">{words.vouchersOffline}</p>}
            </>
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

function Vouchers({ rows }: { rows: Voucher[] }) {
  const ready = rows.filter(({ state }) => state === 'ready')
  const past = rows.filter(({ state }) => state !== 'ready')
  const section = (title: string, shown: Voucher[]) =>
    shown.length > 0 ? (
      <section className="grid grid-cols-1 gap-3">
        <h2 className="font-semibold text-lead">{title}</h2>
        <Rows rows={shown} className="grid grid-cols-1 gap-3">
          {(voucher) => <VoucherRow voucher={voucher} />}
        </Rows>
      </section>
    ) : null
  return (
    <div className="grid grid-cols-1 gap-6">
      {section(words.vouchersReady, ready)}
      {section(words.vouchersPast, past)}
    </div>
  )
}

function NoneFound() {
  return (
    <Empty icon={Ticket} text={words.vouchersNoneFound}>
      <ButtonLink to={linkTo('history')} look="secondary" label={words.voucherToHistory} className="mt-2" />
    </Empty>
  )
}

const MOST = 4

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
        <section className="grid grid-cols-1 gap-3">
          <h2 className="font-semibold text-lead">
            {inReach.length > 0 ? sentences.vouchersCanBuy(spendable) : words.rewardsTitle}
          </h2>
          <Rows rows={shown} className="grid gap-4 sm:grid-cols-2">
            {(reward) => <RewardCard reward={reward} spendable={spendable} />}
          </Rows>
          <ButtonLink
            to={linkTo('rewards')}
            look="secondary"
            label={words.rewardsSeeAll}
            className="justify-self-start"
          />
        </section>
      ) : null}
    </div>
  )
}

function VouchersLoading() {
  return (
    <Loading rows={3} label={words.vouchersLoading} className="grid gap-3">
      <Skeleton className="h-32 w-full rounded-sheet" />
    </Loading>
  )
}

/** The vouchers from loaded lists and those opened on this device. Undefined with a network. */
function useOfflineVouchers(state: Voucher['state'] | undefined) {
  const isOffline = useConnection(isInDoubt)
  const all = useEndlessList(list, {}, { enabled: false })
  const onlyReady = useEndlessList(list, { state: 'ready' }, { enabled: false })
  const opened = useOpenedVouchers()
  const today = useToday()
  if (!isOffline) return undefined
  const known = uniqueRows<Voucher>([all, onlyReady, { rows: opened }].map(({ rows }) => ({ data: rows })))
  const now = known.map((voucher) => withExpiry(voucher, today))
  const ready = now.filter((voucher) => voucher.state === 'ready').sort(byLastDay)
  const others = now.filter((voucher) => voucher.state !== 'ready')
  return {
    rows: [...ready, ...others].filter((voucher) => !state || voucher.state === state),
    isComplete: all.isSuccess && !all.hasNextPage,
  }
}

const byLastDay = (one: Voucher, other: Voucher) => one.last_day.localeCompare(other.last_day)

function VoucherRow({ voucher }: { voucher: Voucher }) {
  const { id, stamps, state, ended_at, claimed_at } = voucher
  const title = localText(voucher.title, voucher.title_ms)
  const isReady = state === 'ready'
  const end = readableDay(new Date(ended_at ?? claimed_at))
  const day = isReady ? sentences.voucherUseBy(readableDay(voucher.last_day)) : end
  return (
    <div className="group relative grid gap-3 rounded-sheet bg-sheet p-4 shadow-sheet">
      <div className="flex flex-wrap items-start gap-4">
        <Cover
          icon={Gift}
          of={voucher}
          width={56}
          height={56}
          className={`size-14 rounded-control ${isReady ? '' : 'grayscale'}`}
        />
        <div className="min-w-0 flex-1 basis-40">
          <Link
            to={linkTo('voucher', { id })}
            lang={title.lang}
            className={`font-semibold ${isReady ? '' : stretchedLink}`}
          >
            {title.text}
          </Link>
          <p className="text-muted text-small">{placeOf(voucher)}</p>
          <p className="text-small tabular-nums">
            {day} · {firstSentences.rewardStamps(stamps)}
          </p>
        </div>
        {isReady ? null : <VoucherMark state={state} />}
      </div>
      {isReady ? (
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            to={linkTo('voucher', { id })}
            aria-label={`${words.voucherShowCode}: ${title.text}`}
            icon={QrCode}
            label={words.voucherShowCode}
          />
          <GiveBack voucher={voucher} subject={title.text} />
        </div>
      ) : (
        <p className="whitespace-pre-line text-muted text-small empty:hidden">{whyEnded(voucher).join(' ')}</p>
      )}
    </div>
  )
}

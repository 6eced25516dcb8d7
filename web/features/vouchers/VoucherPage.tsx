import { PROOF_MS } from '@stampus/contract/limits'
import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { CircleCheck, CircleCheckBig, Gift, RotateCw, Ticket, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { AskPart } from '../../shared/components/AskPart.tsx'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Item } from '../../shared/components/Item.tsx'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { ButtonLink } from '../../shared/components/Link.tsx'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { Slip, SlipLine, SlipLines, SlipRule } from '../../shared/components/Slip.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { readableAge, readableDay, readableDayTime } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { placeOf } from '../../shared/rewards/rewards.ts'
import { useServerTime } from '../../shared/storage/serverClock.ts'
import type { OpenedVoucher } from '../../shared/storage/voucherKeys.ts'
import { CounterCode, GiveBack } from './EndVoucher.tsx'
import { useOpening, useVoucher, useVoucherNews, useWakeLock, type VoucherNews } from './useVoucher.ts'
import { usedText, VoucherMark, whyEnded } from './VoucherMark.tsx'

const loadCode = () => import('./LiveCode.tsx')
const LiveCode = lazyWithRetry(async () => (await loadCode()).LiveCode)
const ProofCode = lazyWithRetry(async () => (await loadCode()).ProofCode)

export function VoucherPage() {
  const { id = '' } = useParams()
  const { item, opened, isElsewhere } = useVoucher(id)
  const news = useVoucherNews(id, item.row?.state)
  useEffect(() => void loadCode().catch(() => undefined), [])
  return (
    <article className="mx-auto max-w-md">
      <BackLink to={linkTo('history')} />
      <div role="status">{news ? <News news={news} /> : null}</div>
      <Item
        item={item}
        title={words.voucherTitle}
        failed={words.voucherFailed}
        wait={
          <Loading label={words.voucherLoading}>
            <Skeleton className="h-160 w-full rounded-sheet" />
          </Loading>
        }
        missing={{
          icon: Ticket,
          title: words.voucherMissing,
          text: words.voucherMissingText,
          ways: [[linkTo('history'), words.voucherToHistory]],
        }}
      >
        {(voucher) => (
          <>
            {voucher.state === 'ready' ? (
              <ReadyVoucher id={id} voucher={voucher} opened={opened} isElsewhere={isElsewhere} />
            ) : voucher.state === 'used' ? (
              <UsedVoucher voucher={voucher} />
            ) : (
              <EndedVoucher voucher={voucher} />
            )}
            <div className="mt-5">
              <AskPart about={askedOf(voucher)} />
            </div>
          </>
        )}
      </Item>
    </article>
  )
}

function askedOf({ id, title, title_ms, number }: Voucher) {
  return { kind: 'voucher', id, name: title, name_ms: title_ms, number } as const
}

function News({ news }: { news: VoucherNews }) {
  if (news === 'claimed')
    return (
      <p className="mb-3 flex gap-2 text-small">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-approved" />
        <span className="text-pretty">
          <span className="font-bold text-approved">{words.claimDone}</span> · {words.claimDoneText}
        </span>
      </p>
    )
  return (
    <p className="mb-3 flex gap-2 font-semibold text-small">
      <Undo2 aria-hidden="true" className="size-5 shrink-0 text-pending" />
      {words.voucherTakenBack}
    </p>
  )
}

type ReadyProps = { id: string; voucher: Voucher; opened: OpenedVoucher | undefined; isElsewhere: boolean }

/** Showing a voucher uses nothing up. */
function ReadyVoucher({ id, voucher, opened, isElsewhere }: ReadyProps) {
  const { hasFailed, isBusy, retry, showHere } = useOpening(id, voucher, opened)
  const isShown = opened !== undefined && !isElsewhere
  useWakeLock(isShown)
  return (
    <div className="grid gap-5">
      <VoucherSlip voucher={voucher}>
        <div className="grid min-h-88 content-center gap-4">
          {isShown ? (
            <>
              <p className="text-center font-semibold">{words.voucherShowThis}</p>
              <Suspense fallback={<CodeLoading />}>
                <LiveCode opened={opened} />
              </Suspense>
            </>
          ) : isElsewhere ? (
            <Notice kind="warning" role="status">
              <p>{words.voucherElsewhere}</p>
              <Button isBusy={isBusy} onClick={showHere} className="mt-3">
                {words.voucherShowHere}
              </Button>
            </Notice>
          ) : hasFailed ? (
            <Notice kind="error" role="alert">
              <p className="font-semibold">{words.voucherNoCode}</p>
              <p>{words.voucherNoCodeText}</p>
              <Button look="secondary" isBusy={isBusy} onClick={retry} className="mt-3">
                <RotateCw aria-hidden="true" className="size-4" />
                {words.retry}
              </Button>
            </Notice>
          ) : (
            <CodeLoading />
          )}
        </div>
      </VoucherSlip>
      <p className="text-pretty text-muted text-small">{words.voucherCodeAbout}</p>
      {voucher.merchant ? <CounterCode voucher={voucher} /> : null}
      <GiveBack voucher={voucher} />
    </div>
  )
}

function CodeLoading() {
  return (
    <Loading label={words.voucherOpening} className="grid justify-items-center gap-4">
      <Skeleton className="size-54" />
      <Skeleton className="h-14 w-64" />
      <Skeleton className="h-6 w-64" />
    </Loading>
  )
}

function EndedVoucher({ voucher }: { voucher: Voucher }) {
  const { state, ended_at } = voucher
  return (
    <div className="grid gap-5">
      <VoucherSlip voucher={voucher}>
        <div role="status" className="grid min-h-44 content-center justify-items-center gap-2 text-center">
          <VoucherMark state={state} size="large" />
          {/* The last day of an expired voucher says enough. */}
          {ended_at && state !== 'expired' ? (
            <time dateTime={ended_at} className="text-muted text-small">
              {readableDayTime(new Date(ended_at))}
            </time>
          ) : null}
          {whyEnded(voucher).map((text) => (
            <p key={text} className="whitespace-pre-line text-balance">
              {text}
            </p>
          ))}
        </div>
      </VoucherSlip>
      <ButtonLink to={linkTo('rewards')} look="secondary" label={words.rewardsSeeAll} className="justify-self-start" />
    </div>
  )
}

/** A voucher that was handed over, with a proof that a stall can read from the other side of the counter. */
function UsedVoucher({ voucher }: { voucher: Voucher & { proof_key?: string | null | undefined } }) {
  const at = new Date(voucher.ended_at ?? '')
  const now = useServerTime()
  const proofKey = now - at.getTime() < PROOF_MS ? voucher.proof_key : null
  const age = Math.max(0, Math.floor((now - at.getTime()) / 1000))
  const secondsAgo = () => new Intl.RelativeTimeFormat(words.locale).format(-age, 'second')
  // They run while the proof is fresh: a picture of it would not move.
  const run = age * 1000 < PROOF_MS ? 'animate-[run-stripes_0.9s_linear_infinite]' : ''
  const stripes = <span aria-hidden="true" className={`${stripesClass} ${run}`} />
  return (
    <VoucherSlip voucher={voucher}>
      <div className="overflow-hidden rounded-sheet bg-approved text-sheet dark:text-paper">
        {stripes}
        <div className="grid animate-land justify-items-center gap-2 px-4 py-8 text-center">
          <CircleCheckBig aria-hidden="true" className="size-16" />
          <p className="-rotate-3 rounded-control border-4 border-current border-double px-4 py-1 font-bold text-title uppercase tracking-widest">
            {words.voucherUsed}
          </p>
          <p role="status" className="mt-3 text-balance font-bold text-lead">
            {usedText(voucher, new Date(now))}
          </p>
          <p className="font-receipt text-lead tabular-nums">
            {age < 60 ? secondsAgo() : readableAge(at, new Date(now))}
          </p>
          {proofKey ? (
            <Suspense>
              <ProofCode proofKey={proofKey} />
            </Suspense>
          ) : null}
        </div>
        {stripes}
      </div>
    </VoucherSlip>
  )
}

const stripesClass =
  'block h-4 bg-[repeating-linear-gradient(135deg,currentColor_0_10px,transparent_10px_20px)] bg-[length:200%_100%] opacity-60'

function VoucherSlip({ voucher, children }: { voucher: Voucher; children: ReactNode }) {
  const title = localText(voucher.title, voucher.title_ms)
  const conditions = localText(voucher.conditions, voucher.conditions_ms)
  const isOver = voucher.state !== 'ready' && voucher.state !== 'used'
  return (
    <Slip className="px-[min(1.25rem,6.25vw)] pb-8">
      <Cover
        icon={Gift}
        of={voucher}
        width={640}
        height={160}
        className={`-mx-[min(1.25rem,6.25vw)] h-28 rounded-t-control ${isOver ? 'grayscale' : ''}`}
      />
      <header className="pt-3 text-center">
        <Title lang={title.lang}>{title.text}</Title>
        <p className="text-muted">{placeOf(voucher)}</p>
      </header>
      <SlipRule />
      {children}
      <SlipRule />
      <SlipLines>
        <SlipLine name={words.voucherLastDay} isStrong={voucher.state === 'ready'}>
          {readableDay(voucher.last_day)}
        </SlipLine>
        <SlipLine name={words.voucherClaimed}>{readableDay(new Date(voucher.claimed_at))}</SlipLine>
        <SlipLine name={words.voucherStamps}>{firstSentences.rewardStamps(voucher.stamps)}</SlipLine>
      </SlipLines>
      {conditions.text ? (
        <section className="mt-4">
          <h2 className="text-muted text-small">{words.rewardConditions}</h2>
          <LocalParagraph of={conditions} className="text-small" />
        </section>
      ) : null}
    </Slip>
  )
}

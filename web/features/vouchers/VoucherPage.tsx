import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { CircleCheck, RotateCw, Ticket, Undo2 } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import * as words from '#words'
import { AskPart } from '../../shared/components/AskPart.tsx'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { MissingItem } from '../../shared/components/ItemStates.tsx'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { useVoucherNews, type VoucherNews } from '../../shared/rewards/voucherNews.ts'
import type { OpenedVoucher } from '../../shared/storage/openedVouchers.ts'
import { EndedVoucher } from './EndedVoucher.tsx'
import { GiveBack } from './GiveBack.tsx'
import { UsedVoucher } from './UsedVoucher.tsx'
import { useOpening, useVoucher } from './useVoucher.ts'
import { VoucherSlip } from './VoucherSlip.tsx'
import { useWakeLock } from './wakeLock.ts'

const loadCode = () => import('./LiveCode.tsx')
const CounterCode = lazyWithRetry(async () => (await import('./CounterCode.tsx')).CounterCode)
const LiveCode = lazyWithRetry(async () => (await loadCode()).LiveCode)

/** One voucher: while it is ready its changing code, afterwards what became of it. */
export function VoucherPage() {
  const { id = '' } = useParams()
  const { voucher, opened, isElsewhere, isGone, query } = useVoucher(id)
  const news = useVoucherNews(id, voucher?.state)
  useEffect(() => void loadCode().catch(() => undefined), [])
  return (
    <article className="mx-auto max-w-md">
      <BackLink to={linkTo('history')} />
      <div role="status">{news ? <News news={news} /> : null}</div>
      {voucher?.state === 'ready' ? (
        <ReadyVoucher id={id} voucher={voucher} opened={opened} isElsewhere={isElsewhere} />
      ) : null}
      {voucher?.state === 'used' ? <UsedVoucher voucher={voucher} /> : null}
      {voucher && voucher.state !== 'ready' && voucher.state !== 'used' ? <EndedVoucher voucher={voucher} /> : null}
      {voucher ? (
        <div className="mt-5">
          <AskPart about={askedOf(voucher)} />
        </div>
      ) : null}
      {voucher || isGone ? null : query.isPending ? (
        <VoucherLoading />
      ) : (
        <>
          <Title className="mb-4 font-bold text-title">{words.voucherTitle}</Title>
          <Failure
            text={words.voucherFailed}
            retry={words.retry}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </>
      )}
      {isGone ? (
        <MissingItem
          icon={Ticket}
          text={words.voucherMissing}
          ways={[{ to: linkTo('history'), label: words.voucherToHistory }]}
        >
          {words.voucherMissingText}
        </MissingItem>
      ) : null}
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
      {voucher.merchant ? (
        <Suspense>
          <CounterCode voucher={voucher} />
        </Suspense>
      ) : null}
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

function VoucherLoading() {
  return (
    <Loading label={words.voucherLoading} className="grid gap-4">
      <Skeleton className="h-160 w-full rounded-sheet" />
    </Loading>
  )
}

import { show as wallet } from '@stampus/contract/wallet'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { QueryFailure } from '../../shared/components/QueryFailure.tsx'
import { useSeenBalance } from '../../shared/storage/seenStamps.ts'
import { CardStack, countCards, firstStampOf, PLACES } from './CardStack.tsx'
import { CardSkeleton } from './HomeSkeletons.tsx'
import { RewardStrip } from './RewardStrip.tsx'
import { useStampOrigins } from './stampOrigins.ts'
import { Ticket } from './Ticket.tsx'

const StampEntries = lazyPart(() => import('../../shared/stamps/StampEntries.tsx'), 'StampEntries')

export function MemberCard() {
  const { data, isPending, isFetching, refetch } = useQuery(q(wallet, {}))
  if (data) return <StampTicket balance={data.data.stamp_balance} pending={data.data.pending_stamps ?? 0} />
  if (isPending) return <CardSkeleton />
  return <QueryFailure text={words.stampCardFailed} query={{ isFetching, refetch }} />
}

/** The balance, which may be negative, above cards of ten stamps. Stamps since the last visit land one by one. */
function StampTicket({ balance, pending }: { balance: number; pending: number }) {
  const seen = useSeenBalance(balance)
  const { shown, landed } = useLanding(balance, seen)
  const [back, setBack] = useState(0)
  const cards = countCards(shown)
  const inView = Math.min(back, cards - 1)
  const origins = useStampOrigins(balance, firstStampOf(cards - inView))
  return (
    <section aria-label={words.stampCardLabel}>
      <Ticket>
        <div className="mb-1 flex min-h-12 flex-wrap items-center justify-between gap-x-3 short:mb-0 short:min-h-10">
          <p className="font-bold text-[min(2.25rem,11vw)] tabular-nums leading-tight tracking-tight short:text-title">
            {shown.toLocaleString(words.locale).replace('-', '\u2212')}{' '}
            <span>{firstSentences.stampCardUnit(shown)}</span>
          </p>
          <div className="text-right text-small">
            {pending > 0 ? <p className="text-muted">{firstSentences.stampsPending(pending)}</p> : null}
            <NewStampsNotice stamps={balance - seen} />
          </div>
        </div>
        <RewardStrip />
        <div className="flow-root">
          {balance < 0 ? (
            <p className="min-h-[120px] text-muted">{words.stampCardNegative}</p>
          ) : (
            <CardStack cards={cards} stamps={{ shown, landed, pending, origins }} back={inView} onBack={setBack} />
          )}
          <StampOrigins />
        </div>
      </Ticket>
    </section>
  )
}

/** Filled after the first render, so that screen readers announce it. */
function NewStampsNotice({ stamps }: { stamps: number }) {
  const [shown, setShown] = useState(0)
  useEffect(() => setShown(Math.max(0, stamps)), [stamps])
  return (
    <p role="status" className="font-semibold text-approved">
      {shown > 0 ? firstSentences.stampsLanded(shown) : null}
    </p>
  )
}

/** The list of stamp entries. The address says whether it is open, so that mails can link to it. */
function StampOrigins() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const open = params.get('stamps') === 'all'
  return (
    <>
      <Button
        look="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setParams(open ? {} : { stamps: 'all' }, { replace: true })}
        className="-ml-4 text-small"
      >
        {words.stampOrigins}
        <ChevronDown aria-hidden="true" className={`size-4 ${open ? 'rotate-180' : ''}`} />
      </Button>
      {open ? (
        <div id={id} className="clear-both mb-3">
          <OptionalPart>
            <StampEntries />
          </OptionalPart>
        </div>
      ) : null}
    </>
  )
}

const STAMP_MS = 120
const COMPLETE_MS = 1_200
const BUZZ_MS = 40

/** `shown` of the stamps are on the card. Those after `landed` land now. */
type Landing = { shown: number; landed: number }

/** Counts up from the balance that the member saw last, and rests at each full card. Not with reduced motion. */
function useLanding(balance: number, seen: number): Landing {
  const [landing, setLanding] = useState(() => atRest(isStill() ? balance : Math.max(seen, firstToLand(balance))))
  const { shown, landed } = landing
  const isMoving = shown < balance
  useEffect(() => {
    if (!isMoving || isStill()) {
      if (shown !== balance || landed !== balance) setLanding(atRest(balance))
      return
    }
    const isJustFull = shown > landed && shown > 0 && shown % PLACES.length === 0
    const land = () => setLanding({ shown: shown + 1, landed })
    const timer = setTimeout(land, isJustFull ? COMPLETE_MS : STAMP_MS)
    return () => clearTimeout(timer)
  }, [balance, shown, landed, isMoving])
  useBuzz(isMoving)
  return landing
}

const atRest = (balance: number): Landing => ({ shown: balance, landed: balance })

/** At most the last card and the one before it are filled stamp by stamp. */
function firstToLand(balance: number): number {
  const last = Math.floor((balance - 1) / PLACES.length)
  return Math.min(balance, Math.max(last - 1, 0) * PLACES.length)
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Browsers only allow it after the user has touched the page, and log an error otherwise. */
function useBuzz(isMoving: boolean): void {
  const wasMoving = useRef(false)
  useEffect(() => {
    if (isMoving && !wasMoving.current && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS)
    wasMoving.current = isMoving
  }, [isMoving])
}

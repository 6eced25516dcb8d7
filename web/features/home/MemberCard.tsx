import { show as wallet } from '@stampus/contract/wallet'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { StampSlot } from '../../shared/components/StampSlot.tsx'
import { useSeenBalance } from '../../shared/storage/seenStamps.ts'
import { CardSkeleton } from './HomeSkeletons.tsx'
import { StampEntries } from './StampEntries.tsx'

/** The member's stamp card. */
export function MemberCard() {
  const { data, isPending, isFetching, refetch } = useQuery(q(wallet, {}))
  if (data)
    return (
      <StampCard balance={data.data.stamp_balance}>
        <StampOrigins />
      </StampCard>
    )
  if (isPending) return <CardSkeleton />
  return <Failure text={words.stampCardFailed} retry={words.retry} isBusy={isFetching} onRetry={() => void refetch()} />
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

type Props = { balance: number; children: ReactNode }

/**
 * The balance (which may be negative) above ten slots that fill up. Stamps that are new since the last visit are
 * animated.
 */
function StampCard({ balance, children }: Props) {
  const before = useSeenBalance(balance)
  const filled = filledPlaces(balance)
  const landed = balance > before ? filled - (balance - before) : filled
  return (
    <section aria-label={words.stampCardLabel} className="relative rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-bold text-figure tabular-nums tracking-tight">{readable(balance)}</span>
        <span className="text-lead text-muted">{sentences.stampCardUnit(balance)}</span>
      </p>
      <CardFold />
      <div
        role="img"
        aria-label={sentences.stampCardPlaces(filled, PLACES.length)}
        className="grid grid-cols-5 gap-2 sm:gap-3 md:grid-cols-10 lg:grid-cols-5 xl:grid-cols-10"
      >
        {PLACES.map((place) => (
          <StampSlot
            key={place}
            place={place}
            state={place <= filled ? 'filled' : place === filled + 1 ? 'next' : 'empty'}
            isLanding={place <= filled && place > landed}
          />
        ))}
      </div>
      <p className="mt-4 min-h-5 text-small text-muted">{cardText(balance, filled)}</p>
      <NewStampsNotice stamps={balance - before} />
      {children}
    </section>
  )
}

/** Filled after the first render, so that screen readers announce it. */
function NewStampsNotice({ stamps }: { stamps: number }) {
  const [shown, setShown] = useState(0)
  useEffect(() => setShown(Math.max(0, stamps)), [stamps])
  return (
    <p role="status" className="font-semibold text-approved">
      {shown > 0 ? sentences.stampsLanded(shown) : null}
    </p>
  )
}

/** A full card stays full until the next stamp starts a new one. */
function filledPlaces(balance: number): number {
  return balance <= 0 ? 0 : ((balance - 1) % PLACES.length) + 1
}

function readable(balance: number): string {
  return balance.toLocaleString(words.locale).replace('-', '\u2212')
}

function cardText(balance: number, filled: number): string {
  if (balance < 0) return words.stampCardNegative
  const full = (balance - filled) / PLACES.length
  const before = full > 0 ? sentences.stampCardsBefore(full) : ''
  return filled === PLACES.length ? `${words.stampCardFull} ${before}`.trim() : before
}

/** The dashed line across the card. */
function CardFold() {
  const notch = 'absolute top-1/2 size-4 -translate-y-1/2 rounded-chip bg-paper'
  return (
    <div aria-hidden="true" className="relative -mx-5 my-5 border-line border-t-2 border-dashed sm:-mx-6">
      <span className={`${notch} -left-2`} />
      <span className={`${notch} -right-2`} />
    </div>
  )
}

/**
 * The list of stamp entries, collapsed at first. The address stores whether it is open, so that mails can link to it.
 */
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
        className="-mx-4 mt-2 -mb-2"
      >
        {words.stampOrigins}
        <ChevronDown aria-hidden="true" className={`size-5 ${open ? 'rotate-180' : ''}`} />
      </Button>
      {open ? (
        <div id={id} className="mt-2">
          <StampEntries />
        </div>
      ) : null}
    </>
  )
}

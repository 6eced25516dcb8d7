import { type ReactNode, useState } from 'react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { StampSlot } from '../../../shared/components/StampSlot.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { firstStampOf, PLACES } from './places.ts'
import { StampMark } from './StampMark.tsx'
import type { StampOrigin } from './stampOrigins.ts'
import { placeHeight, strip } from './Ticket.tsx'

/** What all cards show: `shown` of the stamps, those after `landed` landing. */
export type Stamps = { shown: number; landed: number; pending: number; origins: Map<number, StampOrigin> }

/** One card of ten places. A full one has a COMPLETE mark. */
export function StampCard({ card, stamps }: { card: number; stamps: Stamps }) {
  const { shown, landed } = stamps
  const first = firstStampOf(card)
  const filled = Math.min(Math.max(shown - first + 1, 0), PLACES.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={firstSentences.stampCardPlaces(filled, PLACES.length)} className="relative">
      <div className={strip}>
        {PLACES.map((place) => (
          <Place key={place} place={place} stamp={first + place - 1} stamps={stamps} />
        ))}
      </div>
      {filled === PLACES.length ? <CompleteMark isLanding={landed < first + PLACES.length - 1} /> : null}
    </div>
  )
}

function Place({ place, stamp, stamps }: { place: number; stamp: number; stamps: Stamps }) {
  const { shown, pending } = stamps
  if (stamp <= shown) return <FilledPlace place={place} stamp={stamp} stamps={stamps} />
  if (stamp <= shown + pending)
    return (
      <Named name={words.stampPending}>
        <StampSlot place={place} state="pending" />
      </Named>
    )
  const isNext = stamp === Math.max(shown, 0) + 1
  return (
    <span className={placeHeight}>
      <StampSlot place={place} state={place === PLACES.length ? 'gift' : isNext ? 'next' : 'empty'} />
    </span>
  )
}

/** A stamp that leads to its receipt, if the receipt is known. */
function FilledPlace({ place, stamp, stamps: { landed, origins } }: { place: number; stamp: number; stamps: Stamps }) {
  const landing = useLandingClass(stamp > landed)
  const origin = origins.get(stamp)
  const name = firstSentences.stampName(place, origin?.merchant)
  const mark = <StampMark place={place} origin={origin} />
  return (
    <span className={landing}>
      {origin ? (
        <Link
          to={linkTo('submission', { id: origin.id })}
          aria-label={name}
          className={`block rounded-control ${placeHeight}`}
        >
          {mark}
        </Link>
      ) : (
        <Named name={name}>{mark}</Named>
      )}
    </span>
  )
}

/** Decided when the element appears, so that it lands only once. */
function useLandingClass(isLanding: boolean): string {
  const [landing] = useState(isLanding ? 'animate-land' : '')
  return landing
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span role="img" aria-label={name} className={`block ${placeHeight}`}>
      {children}
    </span>
  )
}

/** A rubber stamp across the card. */
function CompleteMark({ isLanding }: { isLanding: boolean }) {
  const landing = useLandingClass(isLanding)
  return (
    <span className="pointer-events-none absolute inset-0 grid place-items-center">
      <span
        className={`-rotate-8 rounded-control border-4 border-blue border-double bg-sheet/90 px-[min(1rem,5vw)] py-1 font-bold text-blue text-title whitespace-nowrap [--text-title:min(1.75rem,8.75vw)] uppercase tracking-widest ${landing}`}
      >
        {words.stampCardComplete}
      </span>
    </span>
  )
}

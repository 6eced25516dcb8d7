import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { fileUrl } from '../../shared/api/api.ts'
import { Link } from '../../shared/components/Link.tsx'
import { StampPaper, StampSlot } from '../../shared/components/StampSlot.tsx'
import { linkTo } from '../../shared/paths.ts'
import type { StampOrigin } from './stampOrigins.ts'
import { placeHeight, strip } from './Ticket.tsx'

/** `back`: how many cards lie between the last one and the one in view. */
type Props = { cards: number; stamps: Stamps; back: number; onBack: (back: number) => void }

/** All cards, from right to left. Those far from the view are empty but keep their width, else the row jumps. */
export function CardStack({ cards, stamps, back, onBack }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const numbers = Array.from({ length: cards }, (_, index) => cards - index)
  const isAtLast = useRef(true)
  isAtLast.current = back === 0
  const previousCards = useRef(cards)
  // The browser keeps the card in view that was the last one. The first run does not scroll, because that takes a layout.
  useEffect(() => {
    if (cards !== previousCards.current && isAtLast.current) row.current?.scrollTo({ left: 0 })
    previousCards.current = cards
  }, [cards])
  const buttons = useRef<HTMLButtonElement>(null)
  // A card that is no longer in view cannot keep the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another card is in view
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[inert]') && row.current?.contains(document.activeElement))
      buttons.current?.focus()
  }, [cards, back])
  const show = (next: number) => {
    const width = row.current?.clientWidth ?? 0
    row.current?.scrollTo({ left: -next * width })
  }
  // The row scrolls with the arrow keys, so it takes the focus if nothing in it does.
  const inView = PLACES.map((_, index) => firstStampOf(cards - back) + index)
  const hasLink = inView.some((stamp) => stamp <= stamps.shown && stamps.origins.has(stamp))
  const name = firstSentences.stampCardNumber(cards - back, cards)
  return (
    <>
      <div
        ref={row}
        dir="rtl"
        {...(cards > 1 && !hasLink && { tabIndex: 0, role: 'group', 'aria-label': name })}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          onBack(Math.min(Math.round(Math.abs(scrollLeft) / (clientWidth || 1)), cards - 1))
        }
        className="-mx-4 flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none] sm:-mx-6"
      >
        {numbers.map((card, index) => (
          <div
            key={card}
            dir="ltr"
            inert={index !== back}
            aria-hidden={index !== back}
            className="w-full shrink-0 snap-start snap-always px-4 py-1 sm:px-6"
          >
            {index < back + 2 ? <StampCard card={card} stamps={stamps} /> : null}
          </div>
        ))}
      </div>
      {cards > 1 ? <CardButtons cards={cards} back={back} onShow={show} ref={buttons} /> : null}
    </>
  )
}

type ButtonsProps = { cards: number; back: number; onShow: (back: number) => void; ref: Ref<HTMLButtonElement> }

function CardButtons({ cards, back, onShow, ref }: ButtonsProps) {
  return (
    <div className="float-right flex items-center">
      <Step
        ref={ref}
        icon={ChevronLeft}
        label={words.stampCardEarlier}
        isOff={back >= cards - 1}
        onStep={() => onShow(back + 1)}
      />
      <p aria-live="polite" className="text-small tabular-nums">
        {firstSentences.stampCardNumber(cards - back, cards)}
      </p>
      <Step icon={ChevronRight} label={words.stampCardLater} isOff={back === 0} onStep={() => onShow(back - 1)} />
    </div>
  )
}

type StepProps = { ref?: Ref<HTMLButtonElement>; icon: LucideIcon; label: string; isOff: boolean; onStep: () => void }

/** Keeps the focus at the first and last card. */
function Step({ ref, icon: Icon, label, isOff, onStep }: StepProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onStep}
      className="-mx-1 grid size-11 place-items-center rounded-control text-blue aria-disabled:opacity-40"
    >
      <Icon className="size-5" />
    </button>
  )
}

/** What all cards show: `shown` of the stamps, those after `landed` landing. */
type Stamps = { shown: number; landed: number; pending: number; origins: Map<number, StampOrigin> }

function StampCard({ card, stamps }: { card: number; stamps: Stamps }) {
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

function StampMark({ place, origin }: { place: number; origin: StampOrigin | undefined }) {
  const [failed, setFailed] = useState<string>()
  const logo = origin?.merchant_logo_url
  if (!logo || logo === failed) return <StampSlot place={place} state="filled" />
  const placeholder = origin.merchant_logo_placeholder_image_url
  const area = { x: 7, y: 7, width: 26, height: 26 }
  return (
    <StampPaper place={place} className="fill-blue">
      <rect {...area} className="fill-sheet" />
      {placeholder ? <image {...area} href={fileUrl(placeholder)} /> : null}
      <image {...area} href={fileUrl(logo)} onError={() => setFailed(logo)} />
    </StampPaper>
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

export const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** How many cards a balance fills or begins. A full card stays the last one until the next stamp arrives. */
export function countCards(balance: number): number {
  return Math.max(1, Math.ceil(balance / PLACES.length))
}

export function firstStampOf(card: number): number {
  return (card - 1) * PLACES.length + 1
}

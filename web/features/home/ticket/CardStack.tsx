import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { StampCard, type Stamps } from './StampCard.tsx'

type Props = {
  /** The number of cards. */
  cards: number
  stamps: Stamps
  /** How many cards lie between the last one and the one in view. */
  back: number
  onBack: (back: number) => void
}

/**
 * All cards side by side, the last one in view. The row runs from right to left, so that adding earlier cards at its end
 * moves nothing. Only the cards near the one in view are drawn.
 */
export function CardStack({ cards, stamps, back, onBack }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const drawn = Array.from({ length: Math.min(cards, back + 2) }, (_, index) => cards - index)
  const isAtLast = useRef(true)
  isAtLast.current = back === 0
  // The browser keeps the card in view that was the last one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is a new card
  useEffect(() => {
    if (isAtLast.current) row.current?.scrollTo({ left: 0 })
  }, [cards])
  const show = (next: number) => {
    const width = row.current?.clientWidth ?? 0
    row.current?.scrollTo({ left: -next * width })
  }
  return (
    <>
      <div
        ref={row}
        dir="rtl"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          onBack(Math.min(Math.round(Math.abs(scrollLeft) / (clientWidth || 1)), cards - 1))
        }
        className="-mx-4 flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden scroll-smooth [scrollbar-width:none] sm:-mx-6"
      >
        {drawn.map((card, index) => (
          <div
            key={card}
            dir="ltr"
            inert={index !== back}
            aria-hidden={index !== back}
            className="w-full shrink-0 snap-start snap-always px-4 py-1 sm:px-6"
          >
            <StampCard card={card} stamps={stamps} />
          </div>
        ))}
      </div>
      {cards > 1 ? <CardButtons cards={cards} back={back} onShow={show} /> : null}
    </>
  )
}

function CardButtons({ cards, back, onShow }: { cards: number; back: number; onShow: (back: number) => void }) {
  return (
    <div className="float-right flex items-center">
      <Step
        icon={ChevronLeft}
        label={words.stampCardEarlier}
        isOff={back >= cards - 1}
        onStep={() => onShow(back + 1)}
      />
      <p aria-live="polite" className="text-small tabular-nums">
        {sentences.stampCardNumber(cards - back, cards)}
      </p>
      <Step icon={ChevronRight} label={words.stampCardLater} isOff={back === 0} onStep={() => onShow(back - 1)} />
    </div>
  )
}

type StepProps = { icon: ComponentType<{ className?: string }>; label: string; isOff: boolean; onStep: () => void }

/** Keeps the focus at the first and last card. */
function Step({ icon: Icon, label, isOff, onStep }: StepProps) {
  return (
    <button
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

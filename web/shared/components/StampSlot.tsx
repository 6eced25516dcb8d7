import { perforated } from '@stampus/ui/Logo'

type Props = { place: number; state: 'filled' | 'next' | 'empty'; isLanding: boolean }

/** Stamps are tilted, as if made by hand. */
const tilts = ['-rotate-6', 'rotate-3', '-rotate-2', 'rotate-6', '-rotate-3', 'rotate-2', '-rotate-6', 'rotate-4']

/** One slot of the stamp card: stamped, next, or empty with its number. */
export function StampSlot({ place, state, isLanding }: Props) {
  if (state === 'filled') return <Stamped place={place} isLanding={isLanding} />
  const next = state === 'next'
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className="w-full">
      <path
        d={perforated}
        className={next ? 'fill-tint stroke-blue' : 'fill-none stroke-border-strong'}
        strokeWidth={next ? 2 : 1.5}
        strokeDasharray={next ? undefined : '2.5 2'}
      />
      <text
        x="20"
        y="20"
        dy="0.35em"
        textAnchor="middle"
        className={`font-receipt text-[0.8125rem] ${next ? 'fill-blue font-bold' : 'fill-muted'}`}
      >
        {place}
      </text>
    </svg>
  )
}

function Stamped({ place, isLanding }: { place: number; isLanding: boolean }) {
  const tilt = tilts[place % tilts.length]
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={`w-full ${tilt} ${isLanding ? 'animate-land' : ''}`}>
      <path d={perforated} className="fill-blue" />
      <circle cx="20" cy="20" r="11.5" className="fill-none stroke-on-blue/60" strokeWidth="1" />
      <path
        d="M14.2 20.9 18 24.6 25.8 15.6"
        className="fill-none stroke-on-blue"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

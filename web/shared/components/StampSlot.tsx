import { perforated } from '@stampus/ui/Logo'
import type { ReactNode } from 'react'

type State = 'filled' | 'pending' | 'next' | 'gift' | 'empty'

const outlines = {
  pending: 'fill-pending-tint stroke-pending [stroke-dasharray:4_3]',
  next: 'fill-tint stroke-blue',
  gift: 'fill-none stroke-border-strong',
  empty: 'fill-none stroke-border-strong [stroke-dasharray:2.5_2]',
} as const

export function StampSlot({ place, state }: { place: number; state: State }) {
  if (state === 'filled') return <Stamped place={place} />
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className="h-full">
      <path d={perforated} className={outlines[state]} strokeWidth={state === 'empty' ? 1.5 : 2} />
      {state === 'gift' ? (
        <path d={gift} className="fill-none stroke-muted" strokeWidth="1.75" strokeLinejoin="round" />
      ) : (
        <text
          x="20"
          y="20"
          dy="0.35em"
          textAnchor="middle"
          className={`font-receipt text-[0.8125rem] ${state === 'next' ? 'fill-blue font-bold' : state === 'pending' ? 'fill-pending' : 'fill-muted'}`}
        >
          {place}
        </text>
      )}
    </svg>
  )
}

const gift =
  'M11 16h18v4H11zM12.5 20v9.5h15V20M20 16v13.5M20 16c-6 0-7-6-3.5-6 2.5 0 3.5 3.5 3.5 6 0-2.5 1-6 3.5-6 3.5 0 2.5 6-3.5 6'

function Stamped({ place }: { place: number }) {
  return (
    <StampPaper place={place} className="fill-blue">
      <circle cx="20" cy="20" r="11.5" className="fill-none stroke-on-blue/60" strokeWidth="1" />
      <path
        d="M14.2 20.9 18 24.6 25.8 15.6"
        className="fill-none stroke-on-blue"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </StampPaper>
  )
}

/** Stamps are tilted, as if made by hand. */
const tilts = ['-rotate-6', 'rotate-3', '-rotate-2', 'rotate-6', '-rotate-3', 'rotate-2', '-rotate-6', 'rotate-4']

export function StampPaper({ place, className, children }: { place: number; className: string; children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={`h-full ${tilts[place % tilts.length]}`}>
      <path d={perforated} className={className} />
      {children}
    </svg>
  )
}

import { perforated } from '@stampus/ui/Logo'
import type { ReactNode } from 'react'

const paper = { className: 'fill-sheet stroke-border-strong', strokeWidth: 1.5, strokeLinejoin: 'round' } as const
const writing = { className: 'stroke-muted', strokeWidth: 2.5, strokeLinecap: 'round' } as const

export function CardDrawing() {
  return (
    <Drawing>
      <g transform="rotate(-6 60 48)">
        <rect x="12" y="20" width="92" height="60" rx="5" {...paper} />
        {[0, 1, 2].map((column) => (
          <Stamp key={column} at={`translate(${18 + column * 28} 27) scale(0.6)`} />
        ))}
        {[0, 1].map((column) => (
          <Stamp key={column} at={`translate(${18 + column * 28} 51) scale(0.6)`} />
        ))}
        <Place at="translate(74 51) scale(0.6)" />
      </g>
      <Stamp at="translate(79 36) rotate(14) scale(0.72)" />
    </Drawing>
  )
}

export function ReceiptDrawing() {
  return (
    <Drawing>
      <g transform="rotate(-5 36 48)">
        <path d="M14 10h44v70l-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5z" {...paper} />
        <path d="M22 22h28M22 32h18M22 42h22" {...writing} />
        <path d="M22 56h28" className="stroke-border-strong" strokeWidth="1.5" strokeDasharray="3 2.5" />
        <path d="M36 64h14" className="stroke-ink" strokeWidth="3.5" strokeLinecap="round" />
      </g>
      <Stamp at="translate(62 30) rotate(8) scale(1.15)" />
    </Drawing>
  )
}

export function EnvelopeDrawing() {
  return (
    <Drawing>
      <g transform="rotate(-4 60 48)">
        <rect x="12" y="20" width="96" height="60" rx="5" {...paper} />
        <path d="M14 24 60 56l46-32" {...paper} className="fill-none stroke-border-strong" />
        <path d="M22 68h30" {...writing} />
      </g>
      <Stamp at="translate(76 8) rotate(9) scale(0.85)" />
    </Drawing>
  )
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 96" width="120" height="96" className="h-auto w-full">
      {children}
    </svg>
  )
}

function Stamp({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path d={perforated} className="fill-blue" />
      <path
        d="M13 21 18 26 27.5 14.8"
        className="fill-none stroke-on-blue"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  )
}

function Place({ at }: { at: string }) {
  return (
    <path
      d={perforated}
      transform={at}
      className="fill-none stroke-border-strong"
      strokeWidth="2"
      strokeDasharray="3 2.5"
    />
  )
}

import { perforated } from '@stampus/ui/Logo'
import type { ReactNode } from 'react'

export const paper = {
  className: 'fill-sheet stroke-border-strong',
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
} as const
export const writing = { className: 'stroke-muted', strokeWidth: 2.5, strokeLinecap: 'round' } as const

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 96" width="120" height="96" className="h-auto w-full">
      {children}
    </svg>
  )
}

export function Stamp({ at }: { at: string }) {
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

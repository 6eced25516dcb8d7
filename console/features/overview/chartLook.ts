import { momentInWords } from '@stampus/contract/values/days'

/** How axes of a chart look, in the colours of the page. */
export const axis = {
  stroke: 'var(--color-border-strong)',
  tick: { fill: 'var(--color-muted)', fontSize: 13 },
  tickLine: false,
} as const

/** The days of a span along a chart; their words stand as far apart as the days do. */
export const dayAxis = {
  dataKey: 'day',
  tickFormatter: shortDay,
  interval: 'equidistantPreserveStart',
  ...axis,
} as const

/** How the note at a point looks. */
export const tooltip = {
  cursor: { fill: 'var(--color-tint)' },
  contentStyle: { background: 'var(--color-sheet)', border: '1px solid var(--color-line)', borderRadius: 6 },
  labelStyle: { color: 'var(--color-ink)', fontWeight: 600 },
} as const

/** `2026-11-21` as "21 Nov". */
function shortDay(day: string): string {
  return momentInWords(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

import { quantile } from './table.ts'

const TYPICAL = 0.5
const SLOW = 0.95

/** A line of the table: the figures for the pictures, for each kind of copy, and for all. */
export type Figure = {
  'as it is'?: string
  'photographed again'?: string
  edited?: string
  all?: string
  goal?: string
}

export function rate(hits: boolean[]): string {
  if (hits.length === 0) return 'none to try'
  const count = hits.filter(Boolean).length
  return `${((100 * count) / hits.length).toFixed(1)}% (${count} of ${hits.length})`
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** Median and 95th percentile, in seconds. */
export function waits(milliseconds: number[]): string {
  const at = (share: number) => (quantile(milliseconds, share) / 1000).toFixed(2)
  return `${at(TYPICAL)} s, p95 ${at(SLOW)} s (${milliseconds.length})`
}

import type { Upload } from '@stampus/contract/endpoint'
import * as limits from '@stampus/contract/limits'
import type { Limit } from './rate-limits.ts'

const HOUR = 3600

/** Who sends a picture: the kind of account, and its id. */
export type Holder = { kind: 'member' | 'operator'; id: number }

const RULES: Record<Upload['counts'], { key: string; perHour: number; inFlight: number }> = {
  sent: { key: 'uploads', perHour: limits.UPLOADS_PER_HOUR, inFlight: limits.UPLOADS_IN_FLIGHT_MAX },
  'read ahead': {
    key: 'readings-ahead',
    perHour: limits.READ_AHEADS_PER_HOUR,
    inFlight: limits.READ_AHEADS_IN_FLIGHT_MAX,
  },
  content: {
    key: 'content-uploads',
    perHour: limits.CONTENT_UPLOADS_PER_HOUR,
    inFlight: limits.UPLOADS_IN_FLIGHT_MAX,
  },
}

/** How many uploads of this kind a sender may begin in an hour. */
export function hourlyLimit({ counts }: Upload, { id }: Holder): Limit {
  const { key, perHour } = RULES[counts]
  return { key: `${key}|${id}`, max: perHour, windowSeconds: HOUR }
}

/** How many uploads of a sender may be under way, of all kinds together, for one of this kind to begin beside them. */
export function mostInFlight({ counts }: Upload): number {
  return RULES[counts].inFlight
}

import type { Limit } from './limits.ts'

const HOUR = 3600

/** Pictures a member sends, of receipts and of themselves: 60 an hour, counted before they are decoded. */
export function uploadLimit(userId: number): Limit {
  return { key: `uploads|${userId}`, max: 60, windowSeconds: HOUR }
}

/** Pictures an operator uploads for what members are shown: 120 an hour, counted before they are decoded. */
export function contentUploadLimit(operatorId: number): Limit {
  return { key: `content-uploads|${operatorId}`, max: 120, windowSeconds: HOUR }
}

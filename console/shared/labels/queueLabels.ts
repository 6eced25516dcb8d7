import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { Queue } from '../receipts/deskWork.ts'

/** How many wait, and what some of those wait for, in words. */
export function queueWords({ waiting, escalated, held, confirming }: Queue): string {
  const all = waiting === 1 ? '1 receipt waiting' : `${countWords(waiting)} receipts waiting`
  const parts = [
    escalated > 0 ? `${countWords(escalated)} escalated to managers` : '',
    held > 0 ? `${countWords(held)} open with other operators` : '',
    confirming > 0 ? `${countWords(confirming)} to be confirmed` : '',
  ].filter(Boolean)
  return parts.length === 0 ? all : `${all}, including ${inclusion.format(parts)}`
}

const inclusion = new Intl.ListFormat('en-GB')

/** A number that is counted no further than a limit. */
export function countWords(count: number): string {
  return count < QUEUE_COUNT_MAX ? String(count) : `${QUEUE_COUNT_MAX}+`
}

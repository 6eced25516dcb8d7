import * as texts from '@stampus/contract/texts'
import { CallError, fieldFaults } from '../app/CallError.ts'

/** S-8.04: what no field of this form can show, else the message, and when to try again. */
export function wordsFor(fault: unknown): string {
  const [unshown] = Object.values(fieldFaults(fault))
  const message = unshown ?? ((fault instanceof CallError && fault.message) || texts.submitFailed)
  const seconds = fault instanceof CallError ? fault.retryAfter : undefined
  return seconds ? `${message} You can try again in ${readableWait(seconds)}.` : message
}

/** D-41: the submission that the server names because it holds this receipt already. */
export function earlierSubmission(fault: unknown): number | undefined {
  const { submission_id: id } = (fault instanceof CallError ? (fault.body ?? {}) : {}) as { submission_id?: unknown }
  return typeof id === 'number' ? id : undefined
}

function readableWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'one second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}

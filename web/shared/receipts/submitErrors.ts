import * as texts from '@stampus/contract/texts'
import * as sentences from '#sentences'
import { CallError, fieldErrors } from '../api/CallError.ts'

/** The first error that has no field, otherwise the message, and when to try again. */
export function submitErrorText(fault: unknown): string {
  const [unshown] = Object.values(fieldErrors(fault))
  const message = unshown ?? ((fault instanceof CallError && fault.message) || texts.submitFailed)
  const seconds = fault instanceof CallError ? fault.retryAfter : undefined
  return seconds ? `${message} ${againIn(seconds)}` : message
}

/** The id of the earlier submission that already contains this receipt. */
export function earlierSubmission(fault: unknown): number | undefined {
  const { submission_id: id } = (fault instanceof CallError ? (fault.body ?? {}) : {}) as { submission_id?: unknown }
  return typeof id === 'number' ? id : undefined
}

function againIn(seconds: number): string {
  return seconds < 60 ? sentences.receiptAgainInSeconds(seconds) : sentences.tryAgainInMinutes(Math.ceil(seconds / 60))
}

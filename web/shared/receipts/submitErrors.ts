import * as texts from '@stampus/contract/texts'
import * as sentences from '#sentences'
import { CallError, fieldErrors } from '../api/CallError.ts'

/** S-8.04: what no field of this form can show, else the message, and when to try again. */
export function submitErrorText(fault: unknown): string {
  const [unshown] = Object.values(fieldErrors(fault))
  const message = unshown ?? ((fault instanceof CallError && fault.message) || texts.submitFailed)
  const seconds = fault instanceof CallError ? fault.retryAfter : undefined
  return seconds ? `${message} ${againIn(seconds)}` : message
}

/** D-41: the submission that the server names because it holds this receipt already. */
export function earlierSubmission(fault: unknown): number | undefined {
  const { submission_id: id } = (fault instanceof CallError ? (fault.body ?? {}) : {}) as { submission_id?: unknown }
  return typeof id === 'number' ? id : undefined
}

function againIn(seconds: number): string {
  return seconds < 60 ? sentences.receiptAgainInSeconds(seconds) : sentences.tryAgainInMinutes(Math.ceil(seconds / 60))
}

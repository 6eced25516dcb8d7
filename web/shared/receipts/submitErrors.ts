import { texts } from '@stampus/contract/texts'
import * as sentences from '#sentences'
import { CallError, fieldErrors } from '../api/CallError.ts'

export function submitErrorText(error: unknown): string {
  const [unshown] = Object.values(fieldErrors(error))
  const message = unshown ?? ((error instanceof CallError && error.message) || texts.submitFailed)
  const seconds = error instanceof CallError ? error.retryAfter : undefined
  if (!seconds) return message
  const inMinutes = sentences.tryAgainInMinutes(Math.ceil(seconds / 60))
  return `${message} ${seconds < 60 ? sentences.receiptAgainInSeconds(seconds) : inMinutes}`
}

export function callErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return texts.unexpectedRetry
  const { message, status, retryAfter } = error
  const text = message || (status === 0 ? texts.network : texts.unexpectedRetry)
  return retryAfter ? `${text} ${sentences.tryAgainInMinutes(Math.ceil(retryAfter / 60))}` : text
}

export function earlierSubmission(error: unknown): number | undefined {
  const { submission_id: id } = (error instanceof CallError ? (error.body ?? {}) : {}) as { submission_id?: unknown }
  return typeof id === 'number' ? id : undefined
}

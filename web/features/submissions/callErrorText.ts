import { texts } from '@stampus/contract/texts'
import * as sentences from '#sentences'
import { CallError } from '../../shared/api/CallError.ts'

/** The text of a failed call, and when to try again. */
export function callErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return texts.unexpectedRetry
  const { message, status, retryAfter } = error
  const text = message || (status === 0 ? texts.network : texts.unexpectedRetry)
  return retryAfter ? `${text} ${sentences.tryAgainInMinutes(Math.ceil(retryAfter / 60))}` : text
}

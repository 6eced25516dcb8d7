import * as texts from '@stampus/contract/texts'
import { CallError, fieldErrors } from '../../shared/api/CallError.ts'
import { isNotOffered } from '../../shared/api/optionalCalls.ts'
import { notify } from '../../shared/toasts.ts'

/** What is said of a call that failed: what the server named, else that the network or something else failed. */
export function errorText(fault: unknown): string {
  const [unshown] = Object.values(fieldErrors(fault))
  if (!(fault instanceof CallError)) return texts.unexpectedRetry
  return unshown ?? (fault.message || (fault.status === 0 ? texts.network : texts.unexpectedRetry))
}

/** Tells of a press that failed; of a call that is not offered here its own place tells. */
export function notifyError(title: string, fault: unknown): void {
  if (!isNotOffered(fault)) notify({ type: 'error', title, message: errorText(fault) })
}

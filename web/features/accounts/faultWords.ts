import * as texts from '@stampus/contract/texts'
import { CallError, fieldFaults } from '../../shared/api/CallError.ts'
import { notify } from '../../shared/notifications.ts'
import { isUnknown } from '../../shared/receipts/additions.ts'

/** What is said of a call that failed: what the server named, else that the network or something else failed. */
export function faultWords(fault: unknown): string {
  const [unshown] = Object.values(fieldFaults(fault))
  if (!(fault instanceof CallError)) return texts.unexpectedRetry
  return unshown ?? (fault.message || (fault.status === 0 ? texts.network : texts.unexpectedRetry))
}

/** Tells of a press that failed; of a call that is not offered here its own place tells. */
export function notifyFault(title: string, fault: unknown): void {
  if (!isUnknown(fault)) notify({ type: 'error', title, message: faultWords(fault) })
}

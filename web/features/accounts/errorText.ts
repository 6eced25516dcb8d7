import { texts } from '@stampus/contract/texts'
import { CallError, fieldErrors } from '../../shared/api/CallError.ts'
import { isNotOffered } from '../../shared/api/optionalCalls.ts'
import { showToast } from '../../shared/toasts.ts'

/** The text for a failed call: the server's field error or message, otherwise a network or general error. */
export function errorText(error: unknown): string {
  const [unshown] = Object.values(fieldErrors(error))
  if (!(error instanceof CallError)) return texts.unexpectedRetry
  return unshown ?? (error.message || (error.status === 0 ? texts.network : texts.unexpectedRetry))
}

/** Shows a toast for a failed action. An action that the server does not offer shows that in its own place. */
function showErrorToast(title: string, error: unknown): void {
  if (!isNotOffered(error)) showToast({ type: 'error', title, message: errorText(error) })
}

/** Does something, and shows a toast if it fails. */
export async function orErrorToast(title: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    showErrorToast(title, error)
  }
}

import { isInDoubt, useConnection } from '../api/connection.ts'

export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportClientError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportClientError(reason))
}

/** Reports an error that was caught. Never throws. */
export function reportClientError(error: unknown): void {
  // Drop offline errors before loading the reporter: the network may be back by then.
  if (isInDoubt(useConnection.getState())) return
  void import('./errorReport.ts').then(({ sendErrorReport }) => sendErrorReport(error)).catch(() => undefined)
}

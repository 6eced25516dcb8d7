/** Tells the server of every fault that nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportClientError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportClientError(reason))
}

/** Tells the server of a fault that a boundary has caught. Nothing can go wrong here that would be told again. */
export function reportClientError(fault: unknown): void {
  // Now, and not once the code has come: by then the network may have returned.
  if (!navigator.onLine) return
  void import('./errorReport.ts').then(({ sendErrorReport }) => sendErrorReport(fault)).catch(() => undefined)
}

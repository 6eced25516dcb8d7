/** Tells the server of every fault that nobody caught. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => tellFault(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => tellFault(reason))
}

/** Tells the server of a fault that a boundary has caught. Nothing can go wrong here that would be told again. */
export function tellFault(fault: unknown): void {
  // Now, and not once the code has come: by then the network may have returned.
  if (!navigator.onLine) return
  void import('./faultReport.ts').then(({ reportFault }) => reportFault(fault)).catch(() => undefined)
}

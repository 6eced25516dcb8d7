/** Tells the server of every fault that nobody caught. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => tellFault(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => tellFault(reason))
}

/** Tells the server of a fault that a boundary has caught. Nothing can go wrong here that would be told again. */
export function tellFault(fault: unknown): void {
  void import('./faultReport.ts').then(({ reportFault }) => reportFault(fault)).catch(() => undefined)
}

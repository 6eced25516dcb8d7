/** Calls `act` once, when the network returns. */
export function whenOnline(act: () => void): void {
  window.addEventListener('online', act, { once: true })
}

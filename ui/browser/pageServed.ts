/** After this time, the service worker shows the cached page. */
const TIMEOUT_MS = 4000

/**
 * Whether the server would answer now if the page at this address was loaded again. A browser that reports a network may
 * not reach it. `send` is the app's fetch.
 */
export function isServed(address: string, send: typeof fetch): Promise<boolean> {
  return send(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

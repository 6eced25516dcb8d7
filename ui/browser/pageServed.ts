/** After this time, the service worker shows the page that it has stored. */
export const PAGE_TIMEOUT_MS = 4000

/**
 * Whether the server would answer now if the page at this address was loaded again. A browser that reports a network may
 * not reach it. `send` is the app's fetch.
 */
export async function isServed(address: string, send: typeof fetch): Promise<boolean> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), PAGE_TIMEOUT_MS)
  try {
    return (await send(address, { method: 'HEAD', cache: 'no-store', signal: ending.signal })).ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

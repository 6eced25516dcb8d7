/** After this time, the service worker shows the cached page. */
const TIMEOUT_MS = 4000

/** Whether the server answers for the page at this URL. A browser that reports a network may not reach it. */
export async function isPageServed(url: string): Promise<boolean> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), TIMEOUT_MS)
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store', signal: ending.signal })).ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

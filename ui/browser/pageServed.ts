/** After this time, the service worker shows the page that it has stored. */
export const PAGE_TIMEOUT_MS = 4000

/** A mark in the `index.html` of each app, and in no page of a captive portal. */
const MARK = '<meta name="application-name" content="Stampus"'

/** Whether our server, and no captive portal, would serve this page now. A browser with a network may not reach it. */
export async function isServed(address: string, send: typeof fetch): Promise<boolean> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), PAGE_TIMEOUT_MS)
  try {
    const answer = await send(address, { cache: 'no-store', signal: ending.signal })
    return answer.ok && (await answer.text()).includes(MARK)
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

const NO_PAGE = /^\/(api|files|media|dev)(\/|$)|\/assets\//i

/** Whether a path may be of a page: it is of no call, no file and no asset. */
export function mayBePage(path: string): boolean {
  return !NO_PAGE.test(path)
}

/**
 * The address to serve. Under one that cannot be decoded is no page, and no page is named like a file either: so the app says what
 * was not found. A broken address of a call, a file or an asset is left to be refused.
 */
export function servedAddress(url: string, method: string | undefined): string {
  const path = url.split('?')[0] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || !mayBePage(path) || isDecodable(path)) return url
  return path.startsWith('/console/') ? '/console/index.html' : '/index.html'
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

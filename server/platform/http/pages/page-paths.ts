import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the paths of a built app and returns a test whether it has a page at a path, however that is spelled. */
export function readPagePaths(folder: string): (path: string) => boolean {
  const file = join(folder, '.paths.json')
  return existsSync(file) ? createPathMatcher(JSON.parse(readFileSync(file, 'utf8'))) : () => true
}

/** `:name` in a pattern matches one part. Case, double and trailing slashes and percent-encoding are ignored, as in the app. */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const known = patterns.map((pattern) => partsOf(pattern))
  return (path) => {
    const parts = partsOf(path)
    return known.some((pattern) => {
      return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
    })
  }
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decoded)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part
  }
}

/** True if a path is in the form to which the app redirects every other spelling. */
export function isCanonicalPath(path: string): boolean {
  return /^(\/|(\/[\w-]+)+)$/.test(path)
}

const NOT_A_PAGE = /^\/(api|files|media|dev)(\/|$)|\/assets\//i

/** True unless the path belongs to the API, a file or an asset. */
export function isPagePath(path: string): boolean {
  return !NOT_A_PAGE.test(path)
}

/**
 * Returns the URL to route. A page URL that cannot be decoded becomes a path that has no page, so that the app shows its
 * not-found page. Other undecodable URLs stay as they are and get a 400.
 */
export function normalizePageUrl(url: string, method: string | undefined): string {
  const path = url.split('?')[0] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || !isPagePath(path) || isDecodable(path)) return url
  const [, app] = /^\/(console|counter)\//.exec(path) ?? []
  return app ? `/${app}/index.html` : '/index.html'
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

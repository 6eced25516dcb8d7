import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tells by a path, in whatever form it is written, whether the app that was built into the folder has a page there. */
export function readPagePaths(folder: string): (path: string) => boolean {
  const file = join(folder, '.paths.json')
  return existsSync(file) ? createPathMatcher(JSON.parse(readFileSync(file, 'utf8'))) : () => true
}

/** `:name` in a pattern is any one part. Capitals, double slashes, one at the end and percent-encoding make no other address, as in the app. */
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

const NO_PAGE = /^\/(api|files|media|dev)(\/|$)|\/assets\//i

/** Whether a path may be of a page: it is of no call, no file and no asset. */
export function isPagePath(path: string): boolean {
  return !NO_PAGE.test(path)
}

/**
 * The address to serve. Under one that cannot be decoded is no page, and no page is named like a file either: so the app says what
 * was not found. A broken address of a call, a file or an asset is left to be refused.
 */
export function normalizePageUrl(url: string, method: string | undefined): string {
  const path = url.split('?')[0] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || !isPagePath(path) || isDecodable(path)) return url
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

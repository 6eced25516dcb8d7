import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a built app has a page at a path, however that is spelled. */
export function readPagePaths(folder: string): (path: string) => boolean {
  const file = join(folder, '.paths.json')
  return existsSync(file) ? createPathMatcher(JSON.parse(readFileSync(file, 'utf8'))) : () => true
}

/** Case, double and trailing slashes and percent-encoding are ignored, as in the app. */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const known = patterns.map((pattern) => partsOf(pattern))
  return (path) => {
    const parts = partsOf(path)
    return known.some((pattern) => {
      return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
    })
  }
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part
  }
}

/** The app redirects every other spelling to this form. */
export const isCanonicalPath = (path: string): boolean => /^(\/|(\/[\w-]+)+)$/.test(path)

const NOT_A_PAGE = /^\/(api|files|media|dev)(\/|$)|\/assets\//i

export const isPagePath = (path: string): boolean => !NOT_A_PAGE.test(path)

/** An undecodable page URL becomes one without a page, so that the app shows not-found. Others get a 400. */
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

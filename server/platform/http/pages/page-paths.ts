import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tells by a path, in whatever form it is written, whether the app that was built into the folder has a page there. */
export function pagesOf(folder: string): (path: string) => boolean {
  const file = join(folder, '.paths.json')
  return existsSync(file) ? pathTest(JSON.parse(readFileSync(file, 'utf8'))) : () => true
}

/** `:name` in a pattern is any one part. Capitals, double slashes, one at the end and percent-encoding make no other address, as in the app. */
export function pathTest(patterns: readonly string[]): (path: string) => boolean {
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

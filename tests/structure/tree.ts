import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const notOurs = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'playwright-report', 'pictures'])

/** Every file of the checkout that is ours, as `server/app.ts`; a fresh clone and a working tree give the same. */
export const files = walk('')

export const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
export const read = (file: string) => readFileSync(join(root, file), 'utf8')
export const workspaceOf = (file: string) => file.split('/')[0] ?? ''

/** Files whose text matches, as the test's own failure message. */
export function filesWith(pattern: RegExp, among: string[]) {
  return among.filter((file) => pattern.test(read(file)))
}

/** What a file imports: `server/db/pool.ts` for our own files, `zod/mini` for packages. */
export function importsOf(file: string) {
  const found = read(file).matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)
  return [...found].map(([, , specifier = '']) => ownPath(file, specifier))
}

function ownPath(file: string, specifier: string) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^@stampus\//, '')
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (path === 'screens') return []
    return entry.isDirectory() ? walk(path) : [path.replaceAll(sep, '/')]
  })
}

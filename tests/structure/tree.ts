import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const notOurs = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'playwright-report'])
/** Made in the root folder, by `npm run screens` and by readers of the benchmarks. */
const madeInRoot = new Set(['screens', 'pictures'])

/** Every file of the checkout that is ours, as `server/app.ts`; a fresh clone and a working tree give the same list. */
export const files = walk('')

export const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
export const read = (file: string) => readFileSync(join(root, file), 'utf8')
export const workspaceOf = (file: string) => file.split('/')[0] ?? ''

const known = new Set(files)

/** Files whose text matches, as the test's own failure message. */
export function filesWith(pattern: RegExp, among: string[]) {
  return among.filter((file) => pattern.test(read(file)))
}

/** What a file imports: `server/platform/db/database.ts` for our own files, `zod/mini` for packages. */
export function importsOf(file: string) {
  const found = read(file).matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)
  return [...found].map(([, , specifier = '']) => ownPath(file, specifier))
}

/** Each import of these files as a pair of paths. */
export function imports(among: string[]) {
  return among.flatMap((from) => importsOf(from).map((to) => ({ from, to })))
}

/** Circles among these, each as the way round: at least one in each group whose members reach each other. */
export function circlesIn(targets: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (at: string, path: string[]) => {
    const before = path.indexOf(at)
    if (before >= 0) circles.push([...path.slice(before), at])
    if (before >= 0 || done.has(at)) return
    for (const next of targets.get(at) ?? []) if (targets.has(next)) visit(next, [...path, at])
    done.add(at)
  }
  for (const start of targets.keys()) visit(start, [])
  return circles
}

function ownPath(file: string, specifier: string) {
  if (specifier === '#texts') return 'contract/texts/current.ts'
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const path = specifier.replace(/^@stampus\//, '')
  return ['', '.ts', '.tsx'].map((ending) => path + ending).find((name) => known.has(name)) ?? path
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name) || entry.name.endsWith('.log')) return []
    if (folder === '' && madeInRoot.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(path) : [path.replaceAll(sep, '/')]
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { root } from '../structure/tree.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export type BuiltFile = { type: string; body: Buffer }

/** The built web app as a plain web server has it: its files, and its one page, without settings, for page addresses. */
export function builtPages(): (path: string) => BuiltFile | undefined {
  const dist = join(root, 'web', 'dist')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in types)
  const files = new Map(names.map((name) => [`/${name.replaceAll(sep, '/')}`, built(join(dist, name))]))
  const page = files.get('/index.html')
  return (path) => files.get(path) ?? (extname(path) === '' ? page : undefined)
}

function built(path: string): BuiltFile {
  return { type: types[extname(path)] ?? '', body: readFileSync(path) }
}

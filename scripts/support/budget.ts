import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/** The most bytes that a phone has to download, compressed with `gzip -9`. */
const limits = {
  web: { initial: 92_000, part: 15_000, shared: 20_000 },
  counter: { initial: 80_000, part: 16_000, shared: 20_000 },
}

type Chunk = Rolldown.OutputChunk
type Weight = { name: string; bytes: number; limit: number }

/** The compressed sizes of a page's scripts: the initial ones together, then each later one, largest first. */
export function weighPage(app: 'web' | 'counter', page: string, output: Rolldown.RolldownOutput['output']): Weight[] {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const start = reach(chunks, scriptsOf(page), ({ imports }) => imports)
  const all = reach(chunks, scriptsOf(page), ({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const later = [...all].filter((chunk) => !start.has(chunk))
  const weights = later.map((chunk) => {
    const { part, shared } = limits[app]
    return { name: chunk.fileName, bytes: packed(chunk), limit: chunk.isDynamicEntry ? part : shared }
  })
  const initial = [...start].reduce((sum, chunk) => sum + packed(chunk), 0)
  const heaviestFirst = weights.sort((one, other) => other.bytes - one.bytes)
  return [{ name: 'Initial JavaScript', bytes: initial, limit: limits[app].initial }, ...heaviestFirst]
}

export const formatWeight = ({ name, bytes, limit }: Weight) =>
  `${figure(bytes).padStart(7)} of ${figure(limit).padEnd(6)} ${name}`

/** An error message for each script above its limit. */
export function listExcesses(weights: Weight[]): string[] {
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit)
  return heavy.map(({ name, bytes, limit }) => {
    return `${name} weighs ${figure(bytes)} bytes (gzip -9) and may weigh ${figure(limit)}.`
  })
}

/** The chunks that a page starts with or preloads. */
function scriptsOf(page: string): string[] {
  const tags = page.match(/<script\b[^>]*type="module"[^>]*>|<link\b[^>]*rel="modulepreload"[^>]*>/g) ?? []
  const names = tags.map((tag) => /\b(?:src|href)="\/(?:counter\/)?([^"]+)"/.exec(tag)?.[1] ?? tag)
  if (names.length === 0) throw new Error('The built page contains no script, so its size cannot be checked.')
  return names
}

function reach(
  chunks: Map<string, Chunk>,
  names: string[],
  next: (chunk: Chunk) => string[],
  found = new Set<Chunk>(),
) {
  for (const name of names) {
    const chunk = chunks.get(name)
    if (!chunk) throw new Error(`The build made no script ${name}, so its page cannot be weighed.`)
    if (found.has(chunk)) continue
    found.add(chunk)
    reach(chunks, next(chunk), next, found)
  }
  return found
}

const packed = ({ code }: Chunk) => gzipSync(code, { level: 9 }).length
const figure = (bytes: number) => bytes.toLocaleString('en')

import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/** What a phone has to fetch, in bytes as `gzip -9` leaves them. */
const limits = { initial: 92_000, part: 15_000, shared: 20_000 }

type Chunk = Rolldown.OutputChunk
type Weight = { name: string; bytes: number; limit: number }

/** What the scripts of a page weigh: those it starts with together, then each that comes later, the heaviest first. */
export function weighPage(page: string, output: Rolldown.RolldownOutput['output']): Weight[] {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const start = reach(chunks, scriptsOf(page), ({ imports }) => imports)
  const all = reach(chunks, scriptsOf(page), ({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const later = [...all].filter((chunk) => !start.has(chunk))
  const weights = later.map((chunk) => {
    return { name: chunk.fileName, bytes: packed(chunk), limit: chunk.isDynamicEntry ? limits.part : limits.shared }
  })
  const initial = [...start].reduce((sum, chunk) => sum + packed(chunk), 0)
  const heaviestFirst = weights.sort((one, other) => other.bytes - one.bytes)
  return [{ name: 'Initial JavaScript', bytes: initial, limit: limits.initial }, ...heaviestFirst]
}

export const weightLine = ({ name, bytes, limit }: Weight) =>
  `${figure(bytes).padStart(7)} of ${figure(limit).padEnd(6)} ${name}`

/** A sentence for each that is too heavy. */
export function excesses(weights: Weight[]): string[] {
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit)
  return heavy.map(({ name, bytes, limit }) => {
    return `${name} weighs ${figure(bytes)} bytes (gzip -9) and may weigh ${figure(limit)}.`
  })
}

/** The modules that a page starts with or preloads, by the names of their chunks. */
function scriptsOf(page: string): string[] {
  const tags = page.match(/<script\b[^>]*type="module"[^>]*>|<link\b[^>]*rel="modulepreload"[^>]*>/g) ?? []
  const names = tags.map((tag) => /\b(?:src|href)="\/?([^"]+)"/.exec(tag)?.[1] ?? tag)
  if (names.length === 0) throw new Error('The built page starts no script, so it cannot be weighed.')
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

import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/** The most bytes that a phone has to download, compressed with `gzip -9`. `shared` is for what several parts load. */
const limits = {
  web: { initial: 92_000, part: 15_000, shared: 25_000 },
  counter: { initial: 80_000, part: 16_000, shared: 20_000 },
}

/** What a page starts with and then loads by itself: the modules of its parts, its bytes and its files. */
const pages = {
  web: [
    {
      name: 'Home of a member',
      parts:
        /[\\/](DeferredShell|AvatarMenu|MemberCard|RecentActivity|DealCovers|RewardsLink|UnreadBadge|pageAnswers)\.tsx?$|[\\/]accounts\.ts\?lean$/,
      bytes: 125_000,
      files: 12,
    },
    {
      name: 'Login',
      parts: /[\\/](DeferredShell|LoginPage|loginCall)\.tsx?$/,
      bytes: 110_000,
      files: 12,
    },
  ],
  counter: [],
}

type Chunk = Rolldown.OutputChunk
type Weight = { name: string; bytes: number; limit: number; files?: { count: number; limit: number } }

/** Compressed sizes: the initial scripts together, all that home and login load, each later one, largest first. */
export function weighPage(app: 'web' | 'counter', page: string, output: Rolldown.RolldownOutput['output']): Weight[] {
  const all = output.filter((file) => file.type === 'chunk')
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const first = scriptsOf(page)
  const start = reach(chunks, first, ({ imports }) => imports)
  const every = reach(chunks, first, ({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const later = [...every].filter((chunk) => !start.has(chunk))
  const weights = later.map((chunk) => {
    const { part, shared } = limits[app]
    return { name: chunk.fileName, bytes: packed(chunk), limit: chunk.isDynamicEntry ? part : shared }
  })
  const whole = pages[app].map(({ name, parts, bytes, files }) => {
    const own = all.filter(({ moduleIds }) => moduleIds.some((id) => parts.test(id))).map(({ fileName }) => fileName)
    const loaded = reach(chunks, [...first, ...own], ({ imports }) => imports)
    return { name, bytes: sum(loaded), limit: bytes, files: { count: loaded.size, limit: files } }
  })
  const heaviestFirst = weights.sort((one, other) => other.bytes - one.bytes)
  return [{ name: 'Initial JavaScript', bytes: sum(start), limit: limits[app].initial }, ...whole, ...heaviestFirst]
}

const sum = (chunks: Set<Chunk>) => [...chunks].reduce((bytes, chunk) => bytes + packed(chunk), 0)

export const formatWeight = ({ name, bytes, limit, files }: Weight) =>
  `${figure(bytes).padStart(7)} of ${figure(limit).padEnd(7)} ${name}${files ? `, ${files.count} of ${files.limit} files` : ''}`

/** An error message for each script above its limit. */
export function listExcesses(weights: Weight[]): string[] {
  return weights.flatMap(({ name, bytes, limit, files }) => [
    ...(bytes > limit ? [`${name} weighs ${figure(bytes)} bytes (gzip -9) and may weigh ${figure(limit)}.`] : []),
    ...(files && files.count > files.limit ? [`${name} has ${files.count} scripts and may have ${files.limit}.`] : []),
  ])
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

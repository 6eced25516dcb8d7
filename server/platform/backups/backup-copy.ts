import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Copy, FileLine } from '../export-import/copy.ts'
import { ExportImportError } from '../export-import/export-import-error.ts'
import { readLines } from '../export-import/lines.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupStore } from './backup-store.ts'
import { keyIdOf } from './records.ts'

/** Bounds the memory that a table takes, and the size of an object in a bucket. */
const PART_BYTES = 8 * 1024 * 1024
const [MORE, LAST] = [Buffer.of(0), Buffer.of(1)]

export const filesOf = (keyId: string): string => `files/${keyId}/`

/** A copy as encrypted parts. Files are stored once for all backups under a key: those in `earlier` are not read again. */
export function openCopy(store: BackupStore, id: string, earlier?: Copy): Copy {
  if (keyIdOf(id) !== store.keyId)
    throw new ExportImportError(`The backup ${id} was made with another BACKUP_KEY. Set that one to read it.`)
  const folder = filesOf(store.keyId)
  const known = earlier && follow(untilDamaged(readFileLines(earlier)), ({ key }) => key)
  const stored = follow(store.storage.list(folder), (name) => name.slice(folder.length))
  return {
    pathOf: (name) => `${name || 'backup'} of ${id}`,
    write: (name, chunks) => write(store, (at) => partOf(id, name, at), chunks),
    read: (name) => read(store, (at) => partOf(id, name, at)),
    addFile: async (storage, key) => {
      const [line, present] = await Promise.all([known?.(key), stored(key)])
      return line && present ? line : addFile(store, storage, key)
    },
    readFile: async function* (key) {
      yield await store.get(`${folder}${key}`)
    },
  }
}

/** `tables/users.ndjson` is in `parts/<id>-tables-users-00001.part` and so on. */
export const partOf = (id: string, name: string, at = 1): string =>
  `parts/${id}-${name.replace(/\.\w+$/, '').replace('/', '-')}-${String(at).padStart(5, '0')}.part`

export async function* readFileLines(copy: Copy): AsyncGenerator<FileLine> {
  for await (const lines of readLines(copy, 'files.ndjson')) for (const line of lines) yield JSON.parse(line)
}

/** What an earlier backup cannot say is stored again. */
async function* untilDamaged<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof ExportImportError)) throw error
  }
}

/** After every key. */
const END = '~'

/** Asked for ascending keys, walks a sorted list once: neither has to fit into memory. */
export function follow<Item>(items: AsyncIterable<Item>, keyOf: (item: Item) => string) {
  const iterator = items[Symbol.asyncIterator]()
  let at: string | undefined
  let current: Item | undefined
  let asked = ''
  const advance = async (key: string) => {
    // A store that lists in another order must not have files removed that are needed.
    if (key < asked) throw new ExportImportError(`${key} is listed after ${asked}: the list is not in order.`)
    asked = key
    while (at === undefined || at < key) {
      const { value, done } = await iterator.next()
      current = done ? undefined : value
      const next = done ? END : keyOf(value)
      if (at !== undefined && next < at)
        throw new ExportImportError(`${next} is listed after ${at}: the list is not in order.`)
      at = next
    }
    return at === key ? current : undefined
  }
  let turn: Promise<unknown> = Promise.resolve()
  return (key: string): Promise<Item | undefined> => {
    const found = turn.then(() => advance(key))
    turn = found
    return found
  }
}

async function write(store: BackupStore, nameOf: (at: number) => string, chunks: AsyncIterable<string>) {
  let at = 1
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = (mark: Buffer) => store.put(nameOf(at), Buffer.concat([mark, zstdCompressSync(Buffer.concat(waiting))]))
  for await (const chunk of chunks) {
    if (bytes > PART_BYTES) {
      await flush(MORE)
      at += 1
      waiting = []
      bytes = 0
    }
    waiting.push(Buffer.from(chunk))
    bytes += Buffer.byteLength(chunk)
  }
  await flush(LAST)
}

async function* read(store: BackupStore, nameOf: (at: number) => string): AsyncGenerator<Buffer> {
  for (let at = 1; ; at += 1) {
    const part = await store.get(nameOf(at))
    yield zstdDecompressSync(part.subarray(1))
    if (part[0] === LAST[0]) return
  }
}

async function addFile(store: BackupStore, storage: Storage, key: string): Promise<FileLine | undefined> {
  const found = await storage.openRead(key)
  if (!found) return undefined
  const content = await buffer(found.stream)
  if (content.length !== found.bytes) throw new ExportImportError(`The file ${key} was cut short while it was read.`)
  await store.put(`${filesOf(store.keyId)}${key}`, content)
  return { key, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

export type Report = (line: string) => void

const REPORT_EVERY_MS = 2000
const MEGABYTE = 1_000_000

/** Reports what has gone into a copy or come out of it. */
export function reporting(copy: Copy, report: Report): Copy {
  let [files, bytes, reported] = [0, 0, performance.now()]
  const add = (name: string, more: { files?: number; bytes?: number }) => {
    files += more.files ?? 0
    bytes += more.bytes ?? 0
    if (performance.now() - reported < REPORT_EVERY_MS) return
    reported = performance.now()
    report(`${name}: ${files.toLocaleString('en')} files and ${Math.round(bytes / MEGABYTE)} MB of rows so far`)
  }
  async function* counted<Chunk extends string | Buffer>(name: string, chunks: AsyncIterable<Chunk>) {
    for await (const chunk of chunks) {
      add(copy.pathOf(name), { bytes: chunk.length })
      yield chunk
    }
  }
  return {
    ...copy,
    write: (name, chunks) => copy.write(name, counted(name, chunks)),
    read: (name) => counted(name, copy.read(name)),
    addFile: (storage, key) => {
      add(key, { files: 1 })
      return copy.addFile(storage, key)
    },
    readFile: (key) => {
      add(key, { files: 1 })
      return copy.readFile(key)
    },
  }
}

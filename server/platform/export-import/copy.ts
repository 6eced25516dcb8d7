import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { isKey, type Storage } from '../storage/storage.ts'
import { ExportImportError } from './export-import-error.ts'

export const fileLine = z.object({
  key: z.string().refine(isKey, 'not the key of a stored file'),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
})
export type FileLine = z.infer<typeof fileLine>

/** Where a copy lies. Parts have names such as `tables/users.ndjson`; files come in the order of their keys. */
export type Copy = {
  /** For messages. */
  pathOf(name: string): string
  write(name: string, chunks: AsyncIterable<string>): Promise<void>
  read(name: string): AsyncIterable<Buffer>
  /** Undefined if the storage does not have it. */
  addFile(storage: Storage, key: string): Promise<FileLine | undefined>
  readFile(key: string): AsyncIterable<Buffer>
}

/** Makes a new or empty folder for a copy that only its owner can read. */
export async function createFolder(folder: string): Promise<Copy> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new ExportImportError(`${folder} is not empty. Name a new folder.`)
  for (const name of ['tables', 'files']) await mkdir(join(folder, name), { mode: 0o700 })
  return openFolder(folder)
}

export const openFolder = (folder: string): Copy => ({
  pathOf: (name) => join(folder, name),
  write: (name, chunks) => pipeline(chunks, createWriteStream(join(folder, name), newFile)),
  read: (name) => readChunks(join(folder, name)),
  addFile: (storage, key) => addFile(storage, join(folder, 'files', key), key),
  readFile: (key) => readChunks(join(folder, 'files', key)),
})

const newFile = { flags: 'wx', mode: 0o600 }

async function addFile(storage: Storage, path: string, key: string): Promise<FileLine | undefined> {
  const stored = await storage.openRead(key)
  if (!stored) return undefined
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(stored.stream, hashed, createWriteStream(path, newFile))
  return { key, bytes: stored.bytes, sha256: hash.digest('hex') }
}

/** Opened when it is read: an earlier error would have no handler and end the process. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}

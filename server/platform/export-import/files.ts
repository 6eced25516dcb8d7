import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { IncomingFiles } from '../storage/incoming-files.ts'
import { isKey, type Storage } from '../storage/storage.ts'
import { ExportImportError, explainError } from './export-import-error.ts'

export const fileLine = z.object({
  key: z.string().refine(isKey, 'not the key of a stored file'),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
})
export type FileLine = z.infer<typeof fileLine>

/** Undefined if it does not exist. */
export async function exportFile(storage: Storage, folder: string, key: string): Promise<FileLine | undefined> {
  const stored = await storage.openRead(key)
  if (!stored) return undefined
  const path = join(folder, key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(stored.stream, hashed, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { key, bytes: stored.bytes, sha256: hash.digest('hex') }
}

type Target = { storage: Storage; incoming: IncomingFiles }

/** Stores a copied file and reads it back. Skips one that is already stored, as after an interrupted import. */
export async function importFile(target: Target, folder: string, file: FileLine): Promise<void> {
  await storeFile(target, folder, file).catch(explainError(`The file ${file.key} cannot be imported`))
}

async function storeFile({ storage, incoming }: Target, folder: string, file: FileLine): Promise<void> {
  if ((await storedSha256(storage, file.key)) === file.sha256) return
  const content = Readable.from(readChunks(join(folder, file.key)))
  const copy = await incoming.receive(content, { maxBytes: file.bytes })
  try {
    if (copy.sha256 !== file.sha256) throw new ExportImportError(`The file ${file.key} is not what was exported.`)
    await storage.put(copy.path, file.key)
  } finally {
    await copy.discard()
  }
  if ((await storedSha256(storage, file.key)) !== file.sha256)
    throw new ExportImportError(`The file ${file.key} was stored but is read back as something else.`)
}

/** Opened when it is read: an earlier error would have no handler and end the process. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}

async function storedSha256(storage: Storage, key: string): Promise<string | undefined> {
  const stored = await storage.openRead(key)
  const hash = createHash('sha256')
  for await (const chunk of stored?.stream ?? []) hash.update(chunk)
  return stored && hash.digest('hex')
}

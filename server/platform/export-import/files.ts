import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { IncomingFiles } from '../storage/incoming-files.ts'
import type { Storage } from '../storage/storage.ts'
import type { Copy, FileLine } from './copy.ts'
import { ExportImportError, explainError } from './export-import-error.ts'

type Target = { storage: Storage; incoming: IncomingFiles }

/** Stores a copied file and reads it back. Skips one that is already stored, as after an interrupted import. */
export async function importFile(target: Target, copy: Copy, file: FileLine): Promise<void> {
  await storeFile(target, copy, file).catch(explainError(`The file ${file.key} cannot be imported`))
}

async function storeFile({ storage, incoming }: Target, copy: Copy, file: FileLine): Promise<void> {
  if ((await storedSha256(storage, file.key)) === file.sha256) return
  const content = Readable.from(copy.readFile(file.key))
  const received = await incoming.receive(content, { maxBytes: file.bytes })
  try {
    if (received.sha256 !== file.sha256) throw new ExportImportError(`The file ${file.key} is not what was exported.`)
    await storage.put(received.path, file.key)
  } finally {
    await received.discard()
  }
  if ((await storedSha256(storage, file.key)) !== file.sha256)
    throw new ExportImportError(`The file ${file.key} was stored but is read back as something else.`)
}

async function storedSha256(storage: Storage, key: string): Promise<string | undefined> {
  const stored = await storage.openRead(key)
  const hash = createHash('sha256')
  for await (const chunk of stored?.stream ?? []) hash.update(chunk)
  return stored && hash.digest('hex')
}

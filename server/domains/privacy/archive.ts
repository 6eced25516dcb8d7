import { extname } from 'node:path'
import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Deps } from '../../deps.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { UserRow } from '../accounts/accounts.store.ts'
import { listReceiptFiles } from './history.store.ts'
import { collectPersonalData, readPages, receiptPath } from './personal-data.ts'

export async function* buildArchive(deps: Deps, user: UserRow): AsyncGenerator<ArchiveEntry> {
  const { db, storage } = deps
  yield { name: 'README.txt', content: Readable.from([readme(deps, user)]) }
  yield { name: 'data.json', content: Readable.from(streamJson(await collectPersonalData(deps, user))) }
  if (user.avatar_key) yield* openStored(storage, 'avatar', user.avatar_key)
  for await (const { id, original_key } of readPages((after) => listReceiptFiles(db.pool, user.id, after)))
    yield* openStored(storage, receiptPath(id), original_key)
}

/** Opens a stored file only when its turn comes. Leaves out a file that the store has lost. */
async function* openStored(storage: Storage, name: string, key: string): AsyncGenerator<ArchiveEntry> {
  const file = await storage.openRead(key)
  if (file) yield { name: `${name}${extname(key)}`, content: file.stream }
}

function readme({ config, now }: Deps, { name }: UserRow): string {
  return `What ${config.PRODUCT_NAME} keeps about ${name}, as of ${now().toISOString()}.
data.json holds your profile, sign-ins, stamps, vouchers, messages with their answers, and receipts with every decision,
second look and appeal; receipts/ the pictures you sent.
Left out: your password and the keys of your sessions, which are kept as codes alone; the keys of your vouchers; who of the staff
or at a merchant's counter did what; counts of attempts, which end within two hours; mails that are being sent; and pictures of
yours that the store has lost.
Questions: ${config.SUPPORT_EMAIL}
`
}

/** Writes an object as JSON text piece by piece. An async section becomes a list that is never whole in memory. */
export async function* streamJson(sections: Record<string, unknown>): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${before}  ${JSON.stringify(name)}: `
    if (isAsync(section)) yield* listText(section)
    else yield indented(section, '  ')
    before = ',\n'
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const item of items) {
    yield `${before}\n    ${indented(item, '    ')}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n  ]'
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** A file in the ZIP file. `name` is its path. */
type ArchiveEntry = { name: string; content: Readable }

/** Writes one entry after the other, uncompressed: never whole in memory. Destroying the stream destroys the entry. */
export function zipEntries(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  fill(zip, output, entries).catch((error: Error) => output.destroy(error))
  return output
}

async function fill(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const { name, content } of entries) {
    const stop = () => content.destroy()
    output.once('close', stop)
    if (output.closed) stop()
    zip.addReadStream(content, name, { compress: false })
    await finished(content)
    output.off('close', stop)
  }
  zip.end()
}

import type { Database } from '../db/database.ts'
import { errorCodeOf, Unavailable } from '../errors.ts'
import type { Copy } from '../export-import/copy.ts'
import { exportInto, type Source } from '../export-import/export.ts'
import { ExportImportError } from '../export-import/export-import-error.ts'
import { filesOf, follow, openCopy, type Report, readFileLines, reporting } from './backup-copy.ts'
import { withBackupLock } from './backup-lock.store.ts'
import { type BackupStore, openBackupStore } from './backup-store.ts'
import { type BackupRecord, chooseKept, isOwnName, keyIdOf, listBackups, newId, recordName } from './records.ts'

/** Encrypts all rows and files of one point in time. The backup is not called good before a rehearsal. */
export async function makeBackup(source: Source & { db: Database }, report: Report): Promise<BackupRecord> {
  const store = await openBackupStore(source.config)
  return withBackupLock(source.db, async () => {
    await prune(source, store).catch((error) => report(`Old backups were not removed: ${describe(error)}`))
    const [newest] = await listBackups(source.config)
    // After a bad backup each file is stored again, because a stored one may be damaged.
    const earlier = newest && newest.good !== false && keyIdOf(newest.id) === store.keyId ? newest.id : undefined
    const id = newId(source.now(), store.keyId)
    if (newest?.id === id) throw new ExportImportError('A backup was made in this second. Try again.')
    try {
      return await write(source, store, { id, earlier: earlier ? openCopy(store, earlier) : undefined, report })
    } catch (cause) {
      await removeParts(store, (name) => name.startsWith(`parts/${id}-`)).catch(() => {})
      throw new ExportImportError(`The backup was not made; earlier ones are untouched. ${describe(cause)}`, { cause })
    }
  })
}

type Writing = { id: string; earlier: Copy | undefined; report: Report }

async function write(source: Source, store: BackupStore, { id, earlier, report }: Writing): Promise<BackupRecord> {
  const begun = performance.now()
  let partBytes = 0
  const counted: BackupStore = {
    ...store,
    put: (name, content) => {
      if (name.startsWith('parts/')) partBytes += content.length
      return store.put(name, content)
    },
  }
  const manifest = await exportInto(source, reporting(openCopy(counted, id, earlier), report))
  const record: BackupRecord = {
    id,
    made_at: manifest.made_at,
    seconds: Math.round((performance.now() - begun) / 1000),
    rows: Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0),
    files: manifest.files.rows,
    bytes: manifest.file_bytes + partBytes,
    good: null,
    rehearsed_at: null,
    problem: null,
  }
  await saveRecord(store, record)
  return record
}

export const saveRecord = (store: BackupStore, record: BackupRecord): Promise<void> =>
  store.putPlain(recordName(record.id), Buffer.from(`${JSON.stringify(record, undefined, 2)}\n`))

/** Removes old backups, parts of unfinished ones, and files that no backup names. */
async function prune({ config, now }: Source, store: BackupStore): Promise<void> {
  const all = await listBackups(config)
  const kept = chooseKept(all, now())
  for (const { id } of all.filter((backup) => !kept.includes(backup))) {
    // Without its manifest it is an unfinished one.
    await removeParts(store, (name) => name.startsWith(`parts/${id}-manifest`))
    await store.storage.remove(recordName(id))
  }
  await removeParts(store, (name) => !kept.some(({ id }) => name.startsWith(`parts/${id}-`)))
  await removeFiles(
    store,
    kept.map(({ id }) => id),
  )
}

async function removeParts({ storage }: BackupStore, isOld: (name: string) => boolean): Promise<void> {
  for await (const name of storage.list('parts/')) if (isOwnName(name) && isOld(name)) await storage.remove(name)
}

/** Of another key the file lists cannot be read: its files go with its last backup. */
async function removeFiles(store: BackupStore, ids: string[]): Promise<void> {
  const own = filesOf(store.keyId)
  const isNamed = ids
    .filter((id) => keyIdOf(id) === store.keyId)
    .map((id) => follow(readFileLines(openCopy(store, id)), ({ key }) => key))
  for await (const name of store.storage.list('files/')) {
    const isNeeded = name.startsWith(own)
      ? (await Promise.all(isNamed.map((find) => find(name.slice(own.length))))).some(Boolean)
      : ids.some((id) => name.startsWith(filesOf(keyIdOf(id))))
    if (!isNeeded && isOwnName(name)) await store.storage.remove(name)
  }
}

/** What went wrong, for a person at the terminal. */
export function describe(error: unknown): string {
  if (errorCodeOf(error) === 'ENOSPC') return 'The disk for backups is full: make room, or set BACKUP_DIR.'
  if (error instanceof Unavailable) return `The bucket does not answer: ${describe(error.cause)}`
  return error instanceof Error ? error.message : String(error)
}

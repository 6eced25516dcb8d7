import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { DAY_MS } from '../durations.ts'
import { ExportImportError } from '../export-import/export-import-error.ts'
import { openBackupStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'

const DAYS = 14
const MONTHS = 6

const record = z.object({
  id: z.string(),
  made_at: z.iso.datetime(),
  seconds: z.number(),
  rows: z.number(),
  files: z.number(),
  /** Of its files, most of which it shares with other backups, and of its encrypted rows. */
  bytes: z.number(),
  /** Null until a rehearsal has ended. */
  good: z.boolean().nullable(),
  rehearsed_at: z.string().nullable(),
  problem: z.string().nullable(),
})
export type BackupRecord = z.infer<typeof record>

const PART = /^parts\/(\d{4}-\d\d-\d\dt\d{6}z-[0-9a-f]{8})-(manifest-00001\.part$)?/

/** Other files in the folder or bucket are somebody else's. */
export const isOwnName = (name: string): boolean => PART.test(name) || /^files\/[0-9a-f]{8}\//.test(name)

export const newId = (now: Date, keyId: string): string =>
  `${now.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase()}z-${keyId}`

export const keyIdOf = (id: string): string => id.slice(-8)

export const recordName = (id: string): string => `records/${id}.json`

/** Whole backups, newest first; one without a record that can be read counts as not rehearsed. Needs no key. */
export async function listBackups(config: Config): Promise<BackupRecord[]> {
  const storage = await openBackupStorage(config)
  const ids = await listIds(storage)
  return Promise.all(ids.map((id) => readRecord(storage, id)))
}

/** The newest backup that a rehearsal found good. */
export async function lastGoodBackup(config: Config): Promise<BackupRecord | undefined> {
  const storage = await openBackupStorage(config)
  for (const id of await listIds(storage)) {
    const found = await readRecord(storage, id)
    if (found.good) return found
  }
  return undefined
}

/** `latest` is the newest good one. Throws if there is none of the name. */
export async function findBackup(config: Config, name: string): Promise<BackupRecord> {
  const backups = await listBackups(config)
  const found = backups.find((backup) => (name === 'latest' ? backup.good : backup.id === name))
  if (found) return found
  const names = backups.map(({ id, good }) => `\n  ${id}${good ? ' (good)' : ''}`)
  const asked = name === 'latest' ? 'good backup' : `backup ${name}`
  throw new ExportImportError(`There is no ${asked} here. ${names.length > 0 ? `There are:${names.join('')}` : ''}`)
}

async function listIds(storage: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const name of storage.list('parts/')) {
    const [, id, manifest] = PART.exec(name) ?? []
    if (id && manifest) ids.push(id)
  }
  return ids.reverse()
}

async function readRecord(storage: Storage, id: string): Promise<BackupRecord> {
  const found = await storage.openRead(recordName(id))
  const unknown = { seconds: 0, rows: 0, files: 0, bytes: 0, good: null, rehearsed_at: null, problem: null }
  const written = found ? await text(found.stream) : ''
  const read = async () => record.parse(JSON.parse(written))
  return { ...(await read().catch(() => ({ ...unknown, made_at: `${id.slice(0, 10)}T00:00:00.000Z` }))), id }
}

/** Those of the last 14 days, the first good one of each of the last 6 months, the newest and the newest good one. */
export function chooseKept(backups: BackupRecord[], now: Date): BackupRecord[] {
  const good = backups.filter((backup) => backup.good)
  const monthly = Map.groupBy(good.filter(isSince(new Date(now).setUTCMonth(now.getUTCMonth() - MONTHS))), monthOf)
  const kept = new Set([backups[0], good[0], ...[...monthly.values()].map((ones) => ones.at(-1))])
  const isRecent = isSince(now.getTime() - DAYS * DAY_MS)
  return backups.filter((backup) => isRecent(backup) || kept.has(backup))
}

const isSince = (ms: number) => (backup: BackupRecord) => Date.parse(backup.made_at) >= ms
const monthOf = ({ made_at }: BackupRecord): string => made_at.slice(0, 7)

export function describeBackup({ id, rows, files, bytes, good, problem }: BackupRecord): string {
  const state = good === null ? 'not rehearsed' : good ? 'good' : `not good: ${problem}`
  const [rowCount, fileCount, byteCount] = [rows, files, bytes].map((count) => count.toLocaleString('en'))
  return `${id}, ${rowCount} rows, ${fileCount} files, ${byteCount} bytes, ${state}`
}

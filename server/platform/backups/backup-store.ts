import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import { errorCodeOf } from '../errors.ts'
import { ExportImportError } from '../export-import/export-import-error.ts'
import { loadBackupKey } from '../security/app-key.ts'
import { decryptSecret, encryptSecret } from '../security/crypto.ts'
import { openBackupStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'

const SALT_BYTES = 32

/** Everything under `parts/` and `files/` is encrypted and bound to its name, `records/` is not. */
export type BackupStore = {
  storage: Storage
  /** Names the key in the names of what it encrypts. */
  keyId: string
  put(name: string, content: Buffer): Promise<void>
  putPlain(name: string, content: Buffer): Promise<void>
  /** Throws for a missing, changed or swapped part. */
  get(name: string): Promise<Buffer>
}

/** In production the key is a setting; else it is created in the data folder. */
export function findBackupKey({ BACKUP_KEY, production, DATA_DIR }: Config): string | undefined {
  return BACKUP_KEY ?? (production ? undefined : loadBackupKey(DATA_DIR))
}

/** Throws if BACKUP_KEY is needed and missing. */
export async function openBackupStore(config: Config): Promise<BackupStore> {
  const text = findBackupKey(config)
  if (!text)
    throw new ExportImportError(
      'BACKUP_KEY is not set, so there are no backups. Set it to what `openssl rand -base64 32` prints, and keep a copy elsewhere.',
    )
  const key = Buffer.from(text, 'base64')
  const storage = await openBackupStorage(config)
  const keyId = derive(key, Buffer.alloc(0), 'key-id').subarray(0, 4).toString('hex')
  const putPlain = async (name: string, content: Buffer) => putContent(storage, config.DATA_DIR, name, content)
  return {
    storage,
    keyId,
    putPlain,
    put: (name, content) => {
      const salt = randomBytes(SALT_BYTES)
      return putPlain(name, Buffer.concat([salt, encryptSecret(derive(key, salt, 'part'), name, content)]))
    },
    get: async (name) => {
      const found = await storage.openRead(name)
      if (!found) throw new ExportImportError(`The backup is not complete: ${name} is missing.`)
      const stored = await buffer(found.stream)
      try {
        return decryptSecret(derive(key, stored.subarray(0, SALT_BYTES), 'part'), name, stored.subarray(SALT_BYTES))
      } catch (cause) {
        const sentence = `The backup is damaged: ${name} was changed, cut short, swapped or encrypted with another BACKUP_KEY.`
        throw new ExportImportError(sentence, { cause })
      }
    },
  }
}

const derive = (key: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `stampus/backup/${purpose}`, 32))

/** Stores bytes as a file. The clean-up of broken uploads removes what a killed process leaves in `incoming`. */
export async function putContent(storage: Storage, dataDir: string, name: string, content: Buffer): Promise<void> {
  const path = join(dataDir, 'incoming', randomUUID())
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    await storage.put(path, name)
  } finally {
    await rm(path, { force: true })
  }
}

/** A broken disk would take the data and its backups. Of a PostgreSQL server the disk is not known. */
export async function liesOnDataDisk(config: Config): Promise<boolean> {
  const { BACKUP_S3_BUCKET, BACKUP_S3_ENDPOINT, S3_BUCKET, S3_ENDPOINT, DATABASE_URL } = config
  if (BACKUP_S3_BUCKET) return BACKUP_S3_BUCKET === S3_BUCKET && BACKUP_S3_ENDPOINT === S3_ENDPOINT
  if (DATABASE_URL && S3_BUCKET) return false
  const [data, backups] = await Promise.all([deviceOf(config.DATA_DIR), deviceOf(config.BACKUP_DIR)])
  return data === backups
}

const deviceOf = async (folder: string): Promise<number> => (await stat(await findExisting(folder))).dev

/** The folder, or the nearest one above it that exists. */
export const findExisting = (folder: string): Promise<string> =>
  stat(folder).then(
    () => folder,
    (error) => (errorCodeOf(error) === 'ENOENT' ? findExisting(dirname(folder)) : Promise.reject(error)),
  )

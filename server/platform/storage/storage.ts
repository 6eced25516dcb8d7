import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { openDisk } from './disk.ts'

/**
 * The file store. An invalid key (see `isKey`) throws. Other errors of a bucket are Unavailable (503).
 * - `put` moves a local file to the key; resolves once it would survive a power cut
 * - `openRead` returns the stored bytes and their number; undefined if there is no such file
 * - `remove` deletes the file, if there is one
 */
export type Storage = {
  put(localPath: string, key: string): Promise<void>
  openRead(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
}

type Settings = Pick<Config, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'> &
  Pick<Config, 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

/** Opens the file store: a bucket if one is configured, else the data folder. */
export async function openStorage(config: Settings): Promise<Storage> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!(S3_BUCKET && S3_ENDPOINT && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY))
    return openDisk(config.DATA_DIR)
  // Imported only if used, because it is large.
  const { openBucket } = await import('./bucket.ts')
  return openBucket({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
}

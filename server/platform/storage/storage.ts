import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { openDisk } from './disk.ts'

/**
 * The file store. Keys: see `isKey`; a key that is none is a programmer's error and throws.
 * - `put`: takes the local file away and stores it under the key; resolves only once it would survive a power cut
 * - `openRead`: the stored bytes and their count, or undefined where there is no such file
 * - `remove`: no error where there is none
 */
export type Storage = {
  put(localPath: string, key: string): Promise<void>
  openRead(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
}

type Settings = Pick<Config, 'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION'> &
  Pick<Config, 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

/** The file store in a bucket of S3 where one is set, else in the data folder. */
export async function openStorage(config: Settings): Promise<Storage> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!(S3_BUCKET && S3_ENDPOINT && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY))
    return openDisk(config.DATA_DIR)
  // Read only where it is used, for it is large.
  const { openBucket } = await import('./bucket.ts')
  return openBucket({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
}

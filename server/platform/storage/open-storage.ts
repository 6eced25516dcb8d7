import type { Config } from '../../config.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './storage.ts'

type Bucket = Partial<
  Pick<Config, 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>
>

export const openStorage = (config: Bucket & Pick<Config, 'DATA_DIR'>): Promise<Storage> =>
  open(config, () => openDisk(config.DATA_DIR))

/** For backups: a bucket with credentials of its own, or a folder. */
export function openBackupStorage(config: Config): Promise<Storage> {
  const bucket = {
    S3_BUCKET: config.BACKUP_S3_BUCKET,
    S3_ENDPOINT: config.BACKUP_S3_ENDPOINT,
    S3_REGION: config.BACKUP_S3_REGION,
    S3_ACCESS_KEY_ID: config.BACKUP_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: config.BACKUP_S3_SECRET_ACCESS_KEY,
  }
  return open(bucket, () => openDisk(config.BACKUP_DIR, '.'))
}

async function open(config: Bucket, openFolder: () => Storage): Promise<Storage> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!(S3_BUCKET && S3_ENDPOINT && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) return openFolder()
  // Imported only if used, because it is large.
  const { openBucket } = await import('./bucket.ts')
  return openBucket({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
}

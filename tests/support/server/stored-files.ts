import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestApp } from './app.ts'
import { listFiles, listKeys } from './buckets.ts'

/** The keys of every stored file, without the list of erasures. */
export async function listStoredFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const [buckets, { S3_BUCKET, DATA_DIR }] = [inject('buckets'), deps.config]
  const keys = await (buckets && S3_BUCKET ? listKeys(buckets, S3_BUCKET) : listFiles(join(DATA_DIR, 'files')))
  return keys.filter((key) => !key.startsWith('erasures/'))
}

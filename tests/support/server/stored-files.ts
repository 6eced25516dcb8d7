import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inject } from 'vitest'
import type { TestApp } from './app.ts'
import { listKeys } from './buckets.ts'

/** The keys of every stored file. */
export async function listStoredFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const [buckets, { S3_BUCKET, DATA_DIR }] = [inject('buckets'), deps.config]
  return buckets && S3_BUCKET ? listKeys(buckets, S3_BUCKET) : listFiles(join(DATA_DIR, 'files'))
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

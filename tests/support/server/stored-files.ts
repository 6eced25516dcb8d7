import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inject } from 'vitest'
import type { TestApp } from './app.ts'
import { keysIn } from './buckets.ts'

/** The keys of every stored file. */
export async function storedFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const [buckets, { S3_BUCKET, DATA_DIR }] = [inject('buckets'), deps.config]
  return buckets && S3_BUCKET ? keysIn(buckets, S3_BUCKET) : filesIn(join(DATA_DIR, 'files'))
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { TestApp } from './app.ts'

/** The keys of every stored file. */
export async function storedFiles({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const folder = join(deps.config.DATA_DIR, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { errorCodeOf } from '../../errors.ts'

/** File systems keep times less exactly than this. */
const CLOCK_MS = 2000

/**
 * Copies the folder of the embedded database while it is in use. Returns the milliseconds that queries waited: only for
 * what changed during a first copy, which nothing waits for.
 */
export async function copyDatabaseFolder(pool: Pick<pg.Pool, 'connect'>, from: string, to: string): Promise<number> {
  await rm(to, { recursive: true, force: true })
  const since = Date.now() - CLOCK_MS
  await copyChanged(from, to, 0)
  const client = await pool.connect()
  const begun = performance.now()
  try {
    await client.query('CHECKPOINT')
    const current = new Set(await copyChanged(from, to, since))
    for (const path of (await list(to)).files) if (!current.has(path)) await rm(join(to, path))
    return performance.now() - begun
  } finally {
    client.release()
  }
}

/** Copies folders, and files that are missing or changed since then. Returns the paths of all files. */
async function copyChanged(from: string, to: string, since: number): Promise<string[]> {
  const { folders, files } = await list(from)
  for (const path of ['', ...folders]) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  for (const path of files)
    await copyIfChanged(join(from, path), join(to, path), since).catch((error) => {
      // Removed meanwhile, or in a folder made meanwhile. In the second copy nothing is.
      if (errorCodeOf(error) !== 'ENOENT') throw error
    })
  return files
}

async function copyIfChanged(from: string, to: string, since: number): Promise<void> {
  const [source, copy] = await Promise.all([stat(from), stat(to).catch(() => undefined)])
  if (copy?.size === source.size && Math.max(source.mtimeMs, source.ctimeMs) < since) return
  await copyFile(from, to)
}

async function list(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathsOf = (found: typeof entries) =>
    found.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  const isFolder = Map.groupBy(entries, (entry) => entry.isDirectory())
  return { folders: pathsOf(isFolder.get(true) ?? []), files: pathsOf(isFolder.get(false) ?? []) }
}

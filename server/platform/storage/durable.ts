import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Moves a file so that it survives a power cut once this resolves: its bytes are synced before the rename, after it the folders
 * from its own up to `top`.
 */
export async function moveDurably(from: string, to: string, top: string): Promise<void> {
  const folder = dirname(to)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sync(from, 'r+')
  await renameOrCopy(from, to)
  await syncFolders(folder, top)
}

async function renameOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isOtherFileSystem(error)) throw error
    await copyAcross(from, to)
  }
}

async function copyAcross(from: string, to: string): Promise<void> {
  const part = `${to}.part`
  try {
    await copyFile(from, part)
    await sync(part, 'r+')
    await rename(part, to)
  } finally {
    await rm(part, { force: true })
  }
  await rm(from)
}

// A new folder is itself an entry of the one above it, and another upload that is still under way may have made it.
async function syncFolders(folder: string, top: string): Promise<void> {
  if (process.platform === 'win32') return
  await sync(folder, 'r')
  if (folder !== top) await syncFolders(dirname(folder), top)
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isOtherFileSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}

import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { errorCodeOf } from '../errors.ts'
import { isKey, requireKey, type Storage } from './storage.ts'

export function openDisk(dataDir: string, name = 'files'): Storage {
  const location = resolve(dataDir, name)
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: async (localPath, key) => moveDurably(localPath, join(location, requireKey(key)), dirname(location)),
    openRead: async (key) => openRead(disk, requireKey(key)),
    remove: async (key) => disk.delete(requireKey(key)),
    list: (folder) => list(location, folder),
  }
}

async function openRead(disk: Disk, key: string): Promise<{ stream: Readable; bytes: number } | undefined> {
  if (!(await disk.exists(key))) return undefined
  const { contentLength } = await disk.getMetaData(key)
  return { stream: await disk.getStream(key), bytes: contentLength }
}

async function* list(location: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(location, folder), { withFileTypes: true }).catch(noneIfMissing)
  const paths = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort()
  for (const path of paths)
    if (path.endsWith('/')) yield* list(location, path)
    else if (isKey(path)) yield path
}

function noneIfMissing(error: unknown): [] {
  if (errorCodeOf(error) === 'ENOENT') return []
  throw error
}

/** Survives a power cut once this resolves: syncs the bytes before the rename, after it the folders up to `top`. */
async function moveDurably(from: string, to: string, top: string): Promise<void> {
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
    if (errorCodeOf(error) !== 'EXDEV') throw error
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

// The parents are synced too: a new folder is an entry of its parent, and another upload under way may have created it.
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

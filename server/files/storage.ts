import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { moveDurably } from './durable.ts'
import { isKey } from './keys.ts'

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

/**
 * The file store on disk, in the folder `files` of a data folder.
 */
export function openStorage(dataDir: string): Storage {
  const location = resolve(dataDir, 'files')
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: async (localPath, key) => moveDurably(localPath, join(location, checked(key)), dirname(location)),
    openRead: async (key) => openRead(disk, checked(key)),
    remove: async (key) => disk.delete(checked(key)),
  }
}

async function openRead(disk: Disk, key: string): Promise<{ stream: Readable; bytes: number } | undefined> {
  if (!(await disk.exists(key))) return undefined
  const { contentLength } = await disk.getMetaData(key)
  return { stream: await disk.getStream(key), bytes: contentLength }
}

function checked(key: string): string {
  if (!isKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
  return key
}

import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { moveDurably } from './durable.ts'
import { checkedKey } from './file-keys.ts'
import type { Storage } from './storage.ts'

/** The file store in the folder `files` of a data folder. */
export function openDisk(dataDir: string): Storage {
  const location = resolve(dataDir, 'files')
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: async (localPath, key) => moveDurably(localPath, join(location, checkedKey(key)), dirname(location)),
    openRead: async (key) => openRead(disk, checkedKey(key)),
    remove: async (key) => disk.delete(checkedKey(key)),
  }
}

async function openRead(disk: Disk, key: string): Promise<{ stream: Readable; bytes: number } | undefined> {
  if (!(await disk.exists(key))) return undefined
  const { contentLength } = await disk.getMetaData(key)
  return { stream: await disk.getStream(key), bytes: contentLength }
}

import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const isInitialized = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/** An existing draft is left from an interrupted first start. */
export const draftOf = (folder: string): string => `${folder}.new`

/** Syncs the draft, then renames it: after a power cut it is complete or absent. */
export async function moveIntoPlace(draft: string, folder: string, paths: string[]): Promise<void> {
  await syncAll([draft, ...paths])
  await rename(draft, folder)
  await syncAll([dirname(folder)])
}

// Several at a time: syncing a thousand files one by one takes seconds.
async function syncAll(paths: string[]): Promise<void> {
  const waiting = [...paths]
  const work = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) await sync(path)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

async function sync(path: string): Promise<void> {
  // Windows cannot sync a folder, nor a file opened for reading.
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

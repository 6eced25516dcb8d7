import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Whether a folder holds a database, which it does whole or not at all. */
export function isMade(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

/** Where a new database's folder is written; what stands there is of a first start cut short. */
export function draftOf(folder: string): string {
  return `${folder}.new`
}

/** Gives a draft its name once it would survive a power cut, with the paths in it. */
export async function putInPlace(draft: string, folder: string, paths: string[]): Promise<void> {
  await syncAll([draft, ...paths])
  await rename(draft, folder)
  await syncAll([dirname(folder)])
}

// A few at a time: syncing a thousand files one after the other takes seconds.
async function syncAll(paths: string[]): Promise<void> {
  const waiting = [...paths]
  const work = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) await sync(path)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

async function sync(path: string): Promise<void> {
  // Windows syncs neither a folder nor what is open for reading.
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { daysBefore } from '../durations.ts'
import type { CleanUp } from '../jobs/jobs.ts'

const NAME = /^\d{4}-[\w.@-]+\.eml$/

/** Writes a mail completely or not at all, and returns the path. Names sort by time. */
export async function writeMailFile(dataDir: string, to: string, message: Buffer): Promise<string> {
  const folder = folderIn(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = nextTime().toISOString().replaceAll(':', '-')
  const name = `${time}-${randomUUID().slice(0, 4)}-${to.replace(/[^\w.@-]/g, '_').slice(0, 100)}.eml`
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600, flag: 'wx' })
  await rename(draft, join(folder, name))
  return join(folder, name)
}

let latest = 0

/** The time for the name of a mail, later than that of the previous mail. */
function nextTime(): Date {
  latest = Math.max(Date.now(), latest + 1)
  return new Date(latest)
}

export async function listMailFiles(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(folderIn(dataDir)))
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()
  } catch {
    return []
  }
}

/** Undefined if there is none with this name. */
export async function readMailFile(dataDir: string, name: string): Promise<string | undefined> {
  if (!NAME.test(name)) return undefined
  return readFile(join(folderIn(dataDir), name), 'utf8').catch(() => undefined)
}

export const mailFilesCleanUp = ({ config, now }: { config: Config; now: () => Date }): CleanUp => ({
  'mail files': () => removeOlder(config.DATA_DIR, daysBefore(now(), config.MAIL_DAYS)),
})

async function removeOlder(dataDir: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await listMailFiles(dataDir)) {
    const path = join(folderIn(dataDir), name)
    if ((await stat(path)).mtime >= before) continue
    await rm(path)
    removed += 1
  }
  return removed
}

const folderIn = (dataDir: string): string => join(dataDir, 'mail')

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^\d{4}-[\w.@-]+\.eml$/

/** Writes a mail as a file of its own, whole or not at all; answers its path. Names sort by time. */
export async function writeMailFile(dataDir: string, to: string, message: Buffer): Promise<string> {
  const folder = folderIn(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(':', '-')
  const name = `${time}-${randomUUID().slice(0, 4)}-${to.replace(/[^\w.@-]/g, '_').slice(0, 100)}.eml`
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600, flag: 'wx' })
  await rename(draft, join(folder, name))
  return join(folder, name)
}

/** The names of all mail files, newest first. */
export async function mailFiles(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(folderIn(dataDir)))
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()
  } catch {
    return []
  }
}

/** The bytes of a mail file as text; undefined where no mail has this name. */
export async function readMailFile(dataDir: string, name: string): Promise<string | undefined> {
  if (!NAME.test(name)) return undefined
  return readFile(join(folderIn(dataDir), name), 'utf8').catch(() => undefined)
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'mail')
}

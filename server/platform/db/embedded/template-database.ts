import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { built } from '../../lifecycle/build-output.ts'
import { draftOf, isInitialized, moveIntoPlace } from './folder-draft.ts'

/** A folder has no content. */
type Packed = { path: string; content: Uint8Array | undefined }[]

const packages = ['@electric-sql/pglite', 'pg-boss']
const sources = ['embedded-worker.ts', '../migrations', '../../jobs']

/** The file for first starts. Its name is a hash of all it depends on: no file of another release is used. */
export async function templateFile(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of packages) hash.update(await versionOf(name)).update('\0')
  for (const path of (await Promise.all(sources.map(filesOf))).flat()) hash.update(await readFile(path)).update('\0')
  return join(built, `database-${hash.digest('hex').slice(0, 16)}`)
}

/** Creates a database from the file, completely or not at all, unless there is one. */
export async function unpackTemplate(file: string, folder: string): Promise<void> {
  if (isInitialized(folder) || !existsSync(file)) return
  const draft = draftOf(folder)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const packed: Packed = deserialize(zstdDecompressSync(readFileSync(file)))
  for (const { path, content } of packed) write(join(draft, path), content)
  await moveIntoPlace(
    draft,
    folder,
    packed.map(({ path }) => join(draft, path)),
  )
}

export async function packTemplate(folder: string, file: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const packed: Packed = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { path: path.slice(folder.length + 1), content: entry.isFile() ? readFileSync(path) : undefined }
  })
  await writeFile(`${file}.part`, zstdCompressSync(serialize(packed)))
  await rename(`${file}.part`, file)
}

function write(path: string, content: Uint8Array | undefined): void {
  if (content) writeFileSync(path, content, { mode: 0o600 })
  else mkdirSync(path, { mode: 0o700 })
}

async function versionOf(name: string): Promise<string> {
  const path = join(dirname(fileURLToPath(import.meta.resolve(name))), '../package.json')
  return JSON.parse(await readFile(path, 'utf8')).version
}

async function filesOf(path: string): Promise<string[]> {
  const full = join(import.meta.dirname, path)
  if (path.endsWith('.ts')) return [full]
  const names = (await readdir(full)).filter((name) => !name.endsWith('.test.ts'))
  return names.sort().map((name) => join(full, name))
}

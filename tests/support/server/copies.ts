import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../../server/platform/export-import/manifest.ts'

type Digest = Manifest['files']

/** Changes the manifest of an exported copy. */
export async function editManifest(copy: string, edit: (manifest: Manifest) => void): Promise<void> {
  const path = join(copy, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  edit(manifest)
  await writeFile(path, JSON.stringify(manifest))
}

/** Changes the rows of a table of an exported copy, and its checksum with them. */
export async function editTable(copy: string, table: string, edit: (text: string) => string): Promise<void> {
  const digest = await editLines(join(copy, 'tables', `${table}.ndjson`), edit)
  await editManifest(copy, (manifest) => {
    manifest.tables[table] = digest
  })
}

/** Changes a list of an exported copy, and its checksum with it. */
export async function editList(copy: string, list: 'files' | 'mails', edit: (text: string) => string): Promise<void> {
  const digest = await editLines(join(copy, `${list}.ndjson`), edit)
  await editManifest(copy, (manifest) => {
    manifest[list] = digest
  })
}

/** The keys of all files of an exported copy. */
export async function listCopiedFiles(copy: string): Promise<string[]> {
  const lines = (await readFile(join(copy, 'files.ndjson'), 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => (JSON.parse(line) as { key: string }).key)
}

async function editLines(path: string, edit: (text: string) => string): Promise<Digest> {
  const text = edit(await readFile(path, 'utf8'))
  await writeFile(path, text)
  return { rows: text.split('\n').length - 1, sha256: createHash('sha256').update(text).digest('hex') }
}

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

type Edit = (text: string) => string

/** Changes the rows of a table of an exported copy, and its checksum with them. */
export const editTable = (copy: string, table: string, edit: Edit) =>
  editLines(copy, `tables/${table}`, edit, ({ tables }, digest) => Object.assign(tables, { [table]: digest }))

/** Changes a list of an exported copy, and its checksum with it. */
export const editList = (copy: string, list: 'files' | 'mails', edit: Edit) =>
  editLines(copy, list, edit, (manifest, digest) => Object.assign(manifest, { [list]: digest }))

/** The keys of all files of an exported copy. */
export async function listCopiedFiles(copy: string): Promise<string[]> {
  const lines = (await readFile(join(copy, 'files.ndjson'), 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => (JSON.parse(line) as { key: string }).key)
}

async function editLines(copy: string, file: string, edit: Edit, put: (manifest: Manifest, digest: Digest) => object) {
  const path = join(copy, `${file}.ndjson`)
  const text = edit(await readFile(path, 'utf8'))
  await writeFile(path, text)
  const digest = { rows: text.split('\n').length - 1, sha256: createHash('sha256').update(text).digest('hex') }
  await editManifest(copy, (manifest) => void put(manifest, digest))
}

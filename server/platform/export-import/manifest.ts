import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { LAST_MIGRATION_OF_0_9, LAST_MIGRATION_OF_BASELINE } from '../db/adopt-release.ts'
import { deriveKey } from '../security/crypto.ts'
import type { Copy } from './copy.ts'
import { ExportImportError, parseAs } from './export-import-error.ts'

const NAME = 'manifest.json'

const digest = z.object({ rows: z.int().nonnegative(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The rows fit only into a database with this schema. That of release 0.9.0 is the baseline's. */
  migration: z
    .string()
    .regex(/^\d{3}-[a-z0-9-]+\.sql$/, 'not the name of a migration')
    .transform((name) => (name === LAST_MIGRATION_OF_0_9 ? LAST_MIGRATION_OF_BASELINE : name)),
  app_key: z.string(),
  tables: z.record(z.string(), digest),
  numberings: z.array(z.object({ table: z.string(), column: z.string(), last: z.int().positive().nullable() })),
  mails: digest,
  files: digest,
  file_bytes: z.number(),
  /** A copy with missing files cannot be imported. */
  missing_files: z.array(z.string()),
  /** Missing files that the operator has given up: the copy is imported without them. */
  lost_files: z.array(z.string()).default([]),
  ledger_stamps: z.number(),
})
export type Manifest = z.infer<typeof manifest>

/** Written last: a copy without it is incomplete. */
export async function writeManifest(copy: Copy, made: Manifest): Promise<void> {
  await copy.write(NAME, Readable.from([`${JSON.stringify(made, undefined, 2)}\n`]))
}

export async function readManifest(copy: Copy): Promise<Manifest> {
  const place = copy.pathOf('')
  const written = await text(copy.read(NAME)).catch((error) => {
    if (error instanceof ExportImportError) throw error
    throw new ExportImportError(`${place} holds no ${NAME}: it is no copy, or one that was cut short.`)
  })
  return parseAs(manifest, written, `The manifest in ${place}`)
}

export function describeMissingFiles({ missing_files }: Manifest): string {
  const shown = missing_files.slice(0, 20).join('\n  ')
  return `${missing_files.length} files that rows show were not found, and no import takes the copy. Do the settings name the store of the files? The manifest names them all, in missing_files:\n  ${shown}`
}

export const hashAppKey = (appKey: string): string => deriveKey(appKey, 'moving').toString('hex')

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, readConfig } from '../server/config.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import descriptions from '../server/platform/settings/settings.json' with { type: 'json' }
import { tableTypes } from '../tests/support/database/table-types.ts'
import { root } from './support/root.mjs'
import { sizeErrors, sizeTables } from './support/sizes.ts'

const MARK = /(<!-- sizes: written by npm run docs -->\n)([\s\S]*?)(\n<!-- \/sizes -->)/
const check = process.argv.includes('--check')

/** Their defaults are no fixed text: a key that is made once, and what production must be given. */
const givenSettings = new Set(['APP_KEY', 'DATABASE_URL', 'SMTP_URL', 'CONSOLE_URL'])

const pages: Record<string, (text: string) => string> = {
  'docs/architecture.md': fillIn,
  '.env.example': envExample,
}

const errors = sizeErrors()
for (const error of errors) console.error(error)
const isUpToDate = writePages()
if (!isUpToDate || (check && errors.length > 0)) process.exitCode = 1
// A test compares them with the migrations, because a database takes seconds.
if (!check) {
  console.log(sizeTables('', false))
  await writeTableTypes()
}

/** Writes the figures of the docs and `.env.example`; with `--check` only answers whether they are up to date. */
function writePages(): boolean {
  const stale = Object.entries(pages).filter(([name, write]) => {
    const path = join(root, name)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const wanted = write(text)
    if (text !== wanted && !check) writeFileSync(path, wanted)
    return text !== wanted && check
  })
  for (const [name] of stale) console.error(`${name} is out of date. Run npm run docs.`)
  return stale.length === 0
}

async function writeTableTypes(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stampus-docs-'))
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db.pool)
    writeFileSync(join(root, 'server/platform/db/schema.ts'), await tableTypes(db.pool))
  } finally {
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function fillIn(text: string): string {
  return text.replace(MARK, (_, begin: string, written: string, end: string) => {
    return `${begin}${sizeTables(written, check)}${end}`
  })
}

/** Every setting with its default, as an environment file. */
function envExample(): string {
  const development = readConfig({ APP_KEY: 'an example key of 32 characters!', PORT: '4000' })
  const known: Record<keyof typeof environment.shape, string> = descriptions
  const lines = Object.entries(environment.shape).map(([name, schema]) => {
    const plain = schema.safeParse(undefined).data
    const isComputed = plain === undefined && !givenSettings.has(name)
    const value = isComputed ? development[name as keyof typeof development] : plain
    return `# ${known[name as keyof typeof known]}\n# ${name}=${Array.isArray(value) ? value.join(',') : (value ?? '')}\n`
  })
  return `# Every setting, with its default. Written by npm run docs.\n\n${lines.join('\n')}`
}

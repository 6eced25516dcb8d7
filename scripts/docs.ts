import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../server/config.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import descriptions from '../server/platform/settings/settings.json' with { type: 'json' }
import { tableTypes } from '../tests/support/database/table-types.ts'
import { root } from './support/root.mjs'
import { sizeErrors, sizeTables } from './support/sizes.ts'

const MARK = /(<!-- sizes: written by npm run docs -->\n)([\s\S]*?)(\n<!-- \/sizes -->)/
const check = process.argv.includes('--check')

const pages: Record<string, (text: string) => string> = {
  'docs/architecture.md': fillIn,
  '.env.example': envExample,
}

const undeclared = Object.keys(descriptions).filter((name) => !(name in environment.shape))
const errors = [...sizeErrors(), ...undeclared.map((name) => `settings.json describes ${name}, which is no setting.`)]
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

/** An environment file. A default that depends on other settings is only in the description. */
function envExample(): string {
  const described: Record<keyof typeof environment.shape, string> = descriptions
  const lines = Object.entries(environment.shape).map(([name, schema]) => {
    const value = schema.safeParse(undefined).data ?? ''
    return `# ${described[name as keyof typeof described]}\n# ${name}=${Array.isArray(value) ? value.join(',') : value}\n`
  })
  const title = '# Every setting, with its default; an empty one counts as not set. Written by npm run docs.'
  return `${title}\n\n${lines.join('\n')}`
}

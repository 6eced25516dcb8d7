import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../server/config.ts'
import { root } from './support/root.mjs'

const [BEGIN, END] = ['<!-- settings: written by npm run settings -->', '<!-- /settings -->']
const path = join(root, 'docs/operations.md')

/** Writes the table of all settings into the handbook; with --check only says whether it is as it should be. */
const text = readFileSync(path, 'utf8')
const [before, rest] = text.split(BEGIN)
const after = rest?.split(END)[1]
if (before === undefined || after === undefined) throw new Error(`${path} has no marks for the table of settings`)
const wanted = `${before}${BEGIN}\n${table()}\n${END}${after}`
if (process.argv.includes('--check')) tell(text === wanted)
else writeFileSync(path, wanted)

function tell(same: boolean): void {
  if (same) return
  console.error('The table of settings in docs/operations.md is stale: npm run settings writes it anew.')
  process.exitCode = 1
}

function table(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    if (!schema.description) throw new Error(`The setting ${name} does not say what it means`)
    return `| \`${name}\` | ${presentDefault(schema.safeParse(undefined).data)} | ${schema.description} |`
  })
  return ['| setting | default | |', '|---|---|---|', ...rows].join('\n')
}

function presentDefault(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``
}

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { texts } from '@stampus/contract/texts'
import { environment, readConfig } from '../server/config.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { calls } from '../server/platform/openapi/calls.ts'
import { openapiDocument, toTemplatePath } from '../server/platform/openapi/document.ts'
import { tableTypes } from '../tests/support/database/table-types.ts'
import { root } from './support/root.mjs'
import { sizeErrors, sizeTables } from './support/sizes.ts'

const MARK = /(<!-- (\w+): written by npm run docs -->\n)([\s\S]*?)(\n<!-- \/\2 -->)/g
const check = process.argv.includes('--check')

const tables: Record<string, (written: string) => string> = {
  settings: settingsTable,
  calls: callsTable,
  consoleCalls,
  counterCalls,
  messages: messagesTable,
  sizes: (written) => sizeTables(written, check),
}
/** Their defaults are no fixed text: a key that is made once, and what production must be given. */
const givenSettings = new Set(['APP_KEY', 'DATABASE_URL', 'SMTP_URL', 'CONSOLE_URL'])

const pages: Record<string, (text: string) => string> = {
  'docs/operations.md': fillIn,
  'docs/api.md': fillIn,
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

/** Writes what the docs say about settings, calls and sizes; with `--check` it only answers whether that is up to date. */
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
  return text.replaceAll(MARK, (_, begin: string, name: string, written: string, end: string) => {
    const table = tables[name]
    if (!table) throw new Error(`There is no table called ${name}`)
    return `${begin}${table(written)}${end}`
  })
}

type Setting = { name: string; meaning: string; value: string | undefined; inProduction: string | undefined }

function settings(): Setting[] {
  const secret = 'an example key of 32 characters!'
  const development = readConfig({ APP_KEY: secret, PORT: '4000' })
  const production = readConfig({
    NODE_ENV: 'production',
    APP_KEY: `${secret}-longer-9f3k`,
    DATABASE_URL: 'postgres://stampus@database.campus.edu.my/stampus',
    SMTP_URL: 'smtps://mail.campus.edu.my',
    WEB_URL: 'https://stampus.campus.edu.my',
    CONSOLE_URL: 'https://console.campus.edu.my',
  })
  return Object.entries(environment.shape).map(([name, schema]) => {
    if (!schema.description) throw new Error(`The setting ${name} has no description`)
    const plain = schema.safeParse(undefined).data
    const isComputed = plain === undefined && !givenSettings.has(name)
    return {
      name,
      meaning: schema.description,
      value: textOf(isComputed ? development[name as keyof typeof development] : plain),
      inProduction: textOf(isComputed ? production[name as keyof typeof production] : plain),
    }
  })
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined
  return Array.isArray(value) ? value.join(',') : String(value)
}

function settingsTable(): string {
  const rows = settings().map(({ name, meaning, value, inProduction }) => {
    const usual = value === undefined ? 'none' : `\`${value}\``
    const other = inProduction !== value && inProduction !== undefined && !givenSettings.has(name)
    const differs = other && name !== 'WEB_URL' ? `; \`${inProduction}\` in production` : ''
    return `| \`${name}\` | ${usual}${differs} | ${meaning} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function envExample(): string {
  const lines = settings().map(({ name, meaning, value }) => `# ${meaning}\n# ${name}=${value ?? ''}\n`)
  return `# Every setting, with its default. Written by npm run docs.\n\n${lines.join('\n')}`
}

function callsTable(): string {
  return tableOf(calls.filter(({ endpoint }) => !/^\/(console|counter)\//.test(endpoint.path)))
}

function consoleCalls(): string {
  return tableOf(calls.filter(({ endpoint }) => endpoint.path.startsWith('/console/')))
}

function counterCalls(): string {
  return tableOf(calls.filter(({ endpoint }) => endpoint.path.startsWith('/counter/')))
}

type Schema = { properties?: Record<string, unknown>; required?: string[] }
type Content = Record<string, { schema: Schema }>
type Operation = {
  parameters: { name: string; in: 'path' | 'query'; required: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

function tableOf(listed: typeof calls): string {
  const { paths } = openapiDocument(listed, '') as { paths: Record<string, Record<string, Operation>> }
  const rows = listed.map(({ endpoint: { method, path, access, status = 200 } }) => {
    const template = toTemplatePath(path)
    const operation = paths[template]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} is not in the API description`)
    return `| ${method} ${template} | ${access} | ${inputOf(operation)} | ${status}: ${answerOf(operation, status)} |`
  })
  return ['| call | who | input | answer |', '|---|---|---|---|', ...rows].join('\n')
}

/** The fields beside those of the path; optional ones with a question mark. */
function inputOf({ parameters, requestBody }: Operation): string {
  const { properties = {}, required = [] } = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const fields = [
    ...inQuery.map((parameter) => ({ name: parameter.name, isRequired: parameter.required })),
    ...Object.keys(properties).map((name) => ({ name, isRequired: required.includes(name) })),
  ]
  return fields.map(({ name, isRequired }) => (isRequired ? name : `${name}?`)).join(', ') || '–'
}

function answerOf({ responses }: Operation, status: number): string {
  return Object.keys(responses[status]?.content['application/json']?.schema.properties ?? {}).join(', ')
}

/** Every message; … is where a value goes. */
function messagesTable(): string {
  const byName = Object.entries<string | ((...values: never[]) => string)>(texts).sort()
  const rows = byName.map(([name, text]) => {
    const message = typeof text === 'function' ? text(...(Array(text.length).fill('…') as never[])) : text
    return `| \`${name}\` | ${message} |`
  })
  return ['| name | message |', '|---|---|', ...rows].join('\n')
}

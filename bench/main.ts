import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureApi } from './api.ts'
import { openBenchPostgres, type SeededDatabase, seedEmbedded } from './databases.ts'
import { measureMemory, measureStarts } from './footprint.ts'
import { measureCalls } from './growth/calls.ts'
import { measureClaimGrowth } from './growth/claims.ts'
import { measureGrowth } from './growth/first-pages.ts'
import { measureStatements } from './growth/statements.ts'
import { measureBesideOcr } from './ocr/beside-ocr.ts'
import { measurePages } from './pages.ts'
import { choosePlan, type Plan } from './plan.ts'
import { measureRewards } from './rewards.ts'
import { measureSignIns } from './sign-ins.ts'
import { present, type Section } from './table.ts'
import { measureUploads } from './uploads.ts'

const flag = { type: 'boolean' } as const
const { values } = parseArgs({
  options: { full: flag, smoke: flag, write: flag, pages: flag, rows: { type: 'string' } },
})
const everyPart = [measureApi, measureSignIns, measureUploads, measureBesideOcr]
const onServer = [measureApi, measureSignIns, measureMemory, measureUploads, measureBesideOcr, measureRewards]
const page = join(import.meta.dirname, 'figures.md')
const [BEGIN, END] = values.pages
  ? ['<!-- pages: written by npm run bench -- --pages --write -->', '<!-- /pages -->']
  : ['<!-- tables: written by npm run bench -- --write -->', '<!-- /tables -->']

const tables = [machine()]
console.log(tables[0])
if (values.pages) report(await measurePages())
else if (values.rows) report(await measureCalls(Number(values.rows)))
else await measureAll(choosePlan(values))
if (values.write) write(tables.join('\n\n'))

async function measureAll(plan: Plan): Promise<void> {
  const filling = { receipts: plan.receipts, merchants: 200 }
  const postgres = await openBenchPostgres()
  try {
    if (postgres) await measureOn(await postgres.filled('bench', { ...filling, stamps: true }), plan, onServer)
    if (postgres) (await measureGrowth(postgres, plan)).forEach(report)
    if (postgres) report(await measureClaimGrowth(postgres, plan))
    if (postgres) report(await measureStatements(postgres, plan))
    await measureOn(await seedEmbedded(filling), plan, plan.brief ? [measureApi] : everyPart)
    if (!plan.brief) report(await measureStarts())
  } finally {
    await postgres?.stop()
  }
}

async function measureOn(filled: SeededDatabase, plan: Plan, parts: typeof everyPart): Promise<void> {
  try {
    for (const part of parts) report(await part(filled, plan))
  } finally {
    await filled.remove()
  }
}

/** Prints a section as soon as it is measured. */
function report(section: Section): void {
  tables.push(present(section))
  console.log(`\n${present(section)}`)
}

function machine(): string {
  const [processor] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${day}: ${cpus().length} × ${processor?.model ?? 'processor'}, ${memory} GiB, Node ${process.version}.`
}

function write(written: string): void {
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${page} has no marks for the tables`)
  writeFileSync(page, `${before}${BEGIN}\n${written}\n${END}${after}`)
}

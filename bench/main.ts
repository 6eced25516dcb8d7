import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureApi } from './api.ts'
import { type Filled, filledFolder, openPostgresHouse } from './databases.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measureReadings } from './ocr/readings.ts'
import { measurePages } from './pages.ts'
import { type Plan, planFor } from './plan.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStarts } from './starts.ts'
import { present, type Section } from './table.ts'
import { measureUploads } from './uploads.ts'

const flag = { type: 'boolean' } as const
const { values } = parseArgs({ options: { full: flag, smoke: flag, write: flag, pages: flag } })
const everyPart = [measureApi, measureSignIns, measureUploads, measureReadings]
const onServer = [measureApi, measureSignIns, measureMemory, measureUploads, measureReadings]
const page = join(import.meta.dirname, '../docs/performance.md')
const [BEGIN, END] = values.pages
  ? ['<!-- pages: written by npm run bench -- --pages --write -->', '<!-- /pages -->']
  : ['<!-- tables: written by npm run bench -- --write -->', '<!-- /tables -->']

const tables = [machine()]
console.log(tables[0])
if (values.pages) tell(await measurePages())
else await measureAll(planFor(values))
if (values.write) write(tables.join('\n\n'))

async function measureAll(plan: Plan): Promise<void> {
  const filling = { receipts: plan.receipts, merchants: 200 }
  const house = await openPostgresHouse()
  try {
    if (house) await measureOn(await house.filled('bench', filling), plan, onServer)
    if (house) (await measureGrowth(house, plan)).forEach(tell)
    await measureOn(await filledFolder(filling), plan, plan.brief ? [measureApi] : everyPart)
    if (!plan.brief) tell(await measureStarts())
  } finally {
    await house?.stop()
  }
}

async function measureOn(filled: Filled, plan: Plan, parts: typeof everyPart): Promise<void> {
  try {
    for (const part of parts) tell(await part(filled, plan))
  } finally {
    await filled.remove()
  }
}

/** As soon as it is known. */
function tell(section: Section): void {
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

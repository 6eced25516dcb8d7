import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Engine, OcrError } from '../../server/platform/ocr/engine.ts'
import { drawnSlips } from '../drawn/drawn.ts'
import { type Figure, rate } from '../rates.ts'
import { costFigures, readAtOnce, readStarted } from './costs.ts'
import { duplicateFigures, type Repeat, repeatFigures, repeatPurchase } from './duplicates.ts'
import { factFigures } from './facts.ts'
import { filledInFigures } from './filled-in.ts'
import { type MeasureOptions, type Receipt, readPicture, readWithCopies } from './receipts.ts'
import { type Truth, truthsIn } from './truth.ts'

/** Forty receipts then give 400 results. */
const DEFAULTS = { photographs: '9', drawn: '60', repeats: '100' }
const PROGRESS_EVERY = 10
const ENGINES: readonly string[] = ['paddle', 'tesseract'] satisfies Engine[]

const text = { type: 'string' } as const
const flag = { type: 'boolean', short: 'h' } as const

await start().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})

async function start(): Promise<void> {
  const options = { only: text, photographs: text, drawn: text, repeats: text, engine: text, help: flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { only, photographs, drawn, repeats } = { ...DEFAULTS, ...values }
  const engine = ENGINES.find((name) => name === values.engine) as Engine | undefined
  if (values.help) return console.log(help())
  const parts = ['receipts', 'drawn', 'repeats'].filter((part) => only === undefined || part === only)
  const [folder] = positionals
  if (parts.length === 0 || engine !== values.engine || (parts.includes('receipts') && folder === undefined))
    throw new Error(help())
  if (parts.includes('receipts') && folder !== undefined)
    await measureFolder(folder, { engine, photographs: Number(photographs) })
  if (parts.includes('drawn')) await measureDrawn(Number(drawn), engine)
  if (parts.includes('repeats')) await measureRepeats(Number(repeats), engine)
}

function help(): string {
  const text = readFileSync(new URL('./help.txt', import.meta.url), 'utf8')
  return Object.entries(DEFAULTS)
    .reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), text)
    .trimEnd()
}

async function measureFolder(folder: string, options: MeasureOptions): Promise<void> {
  const { truths, leftOut } = truthsIn(folder)
  const receipts = await measure(`The receipts of ${folder}`, truths, options)
  for (const line of leftOut) console.log(line)
  if (receipts === 0) process.exitCode = 1
}

async function measureDrawn(count: number, engine: Engine | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-drawn-'))
  try {
    await measure('Drawn slips', await drawnSlips(folder, count), { engine, photographs: 1 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Reads receipts and their copies, prints the figures, and returns how many could be read. */
async function measure(heading: string, truths: Truth[], options: MeasureOptions): Promise<number> {
  console.log(`\n${heading}`)
  const receipts: Receipt[] = []
  for (const [index, truth] of truths.entries()) {
    const one = await readWithCopies(truth, index, options).catch(reasonOf)
    if (typeof one !== 'string') receipts.push(one)
    console.log(typeof one === 'string' ? `${truth.id} is left out: ${one}` : lineOf(one))
  }
  const read = receipts.map(({ truth }) => truth)
  const unread = truths.map((truth) => !read.includes(truth))
  const figures = {
    ...factFigures(receipts),
    ...filledInFigures(receipts),
    ...(await duplicateFigures(receipts)),
    'left out: it or a copy cannot be read': { all: rate(unread) },
  }
  if (read.length === 0) return 0
  const started = await readStarted(read, options.engine)
  print({ ...figures, ...costFigures(receipts, { started, atOnce: await readAtOnce(read, options.engine) }) })
  return read.length
}

async function measureRepeats(count: number, engine: Engine | undefined): Promise<void> {
  console.log(`\nHonest slips for the same goods`)
  const repeats: Repeat[] = []
  for (let seed = 0; seed < count; seed += 1) {
    const one = await readRepeats(seed, engine).catch(reasonOf)
    if (typeof one !== 'string') repeats.push(one)
    if (typeof one === 'string') console.log(`The slips of seed ${seed} are left out: ${one}`)
    else if (repeats.length % PROGRESS_EVERY === 0) console.log(`${repeats.length} of ${count} are read`)
  }
  print(await repeatFigures(repeats))
}

async function readRepeats(seed: number, engine: Engine | undefined): Promise<Repeat> {
  const { first, later, sameDay } = await repeatPurchase(seed)
  const read = { first: await readPicture(first, engine), later: await readPicture(later, engine) }
  return { ...read, sameDay: await readPicture(sameDay, engine) }
}

function print(figures: Record<string, Figure>): void {
  const columns = ['as it is', 'photographed again', 'edited', 'all', 'goal'] satisfies (keyof Figure)[]
  console.table(
    figures,
    columns.filter((column) => Object.values(figures).some((figure) => figure[column])),
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof OcrError && error.cause instanceof Error) return `${error.message}: ${error.cause.message}`
  return error instanceof Error ? error.message : String(error)
}

function lineOf({ truth, own: { result }, photographed }: Receipt): string {
  const copies = photographed.map((copy) => copy.result)
  const read = (name: 'total' | 'date' | 'time' | 'invoice', truth: number | string | undefined) => {
    const again = new Set(copies.map((copy) => copy[name]?.value ?? '–'))
    return `${name} ${result[name]?.value ?? '–'}, again ${[...again].join(' or ')}, of ${truth ?? '–'}`
  }
  const [total, date] = [read('total', truth.sen), read('date', truth.day)]
  const problem = [result, ...copies].find((one) => one.problem)?.problem ?? 'no problem'
  return [`${truth.id}: ${total}`, date, read('time', truth.time), read('invoice', truth.invoice), problem].join('; ')
}

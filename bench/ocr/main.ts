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

const DRAWN = '60'
const REPEATS = '100'
/** Forty receipts then give 400 results. */
const PHOTOGRAPHS = '9'
const PROGRESS_EVERY = 10
const ENGINES: readonly string[] = ['paddle', 'tesseract'] satisfies Engine[]

const HELP = `npm run bench:ocr -- DIR [--only receipts|drawn|repeats] [--photographs N] [--drawn N] [--repeats N] [--engine paddle|tesseract]

What it measures (all three parts, or the one that --only names; only receipts needs DIR):
  receipts  each receipt of the folder DIR, and copies of it that are made here: photographed again N times (from the side, in
            uneven light, blurred, compressed) and edited (cut, striped, turned, scaled, compressed)
  drawn     N slips that are drawn here, with layouts and shops of their own, each photographed once
  repeats   N pairs of slips for the same goods: one pair on different days, one on the same day

Options:
  --photographs N   copies of each receipt (${PHOTOGRAPHS})
  --drawn N         drawn slips (${DRAWN})
  --repeats N       pairs of slips (${REPEATS})
  --engine NAME     paddle or tesseract, in place of the one that the server would choose

Each part prints a table. Copies and slips are drawn from fixed seeds, so that two runs see the same pictures. "At once" is four
pictures read together, without the server's queue.

DIR holds the pictures (.jpg, .jpeg, .png, .webp, .heic, .heif or .gif) and truth.json, which says by the name of each picture,
with or without its ending, what is true of it:

  { "041": { "company": "KEDAI BUKU", "date": "05/11/2018", "total": "31.00", "invoice": "A-0012", "time": "19:02" }, … }

  company  the merchant's name; optional
  date     day first, or 2018-11-05, or 20181105, or 5 Nov 2018
  total    a number or text, with or without its currency: 31, "31.00", "RM 1,031.00"
  invoice  the receipt's own number as it is printed: "INV-A00123"; optional
  time     the time of day that is printed: "19:02", "9:05"; optional

An optional fact that is missing or null is not measured. Other fields are ignored. An entry without a picture, a total or a date,
or whose picture cannot be read, is left out, and a line says so.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', short: 'h' } as const

await start().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})

async function start(): Promise<void> {
  const options = { only: text, photographs: text, drawn: text, repeats: text, engine: text, help: flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { only, photographs = PHOTOGRAPHS, drawn = DRAWN, repeats = REPEATS } = values
  const engine = ENGINES.find((name) => name === values.engine) as Engine | undefined
  if (values.help) return console.log(HELP)
  const parts = ['receipts', 'drawn', 'repeats'].filter((part) => only === undefined || part === only)
  const [folder] = positionals
  if (parts.length === 0 || engine !== values.engine || (parts.includes('receipts') && folder === undefined))
    throw new Error(HELP)
  if (parts.includes('receipts') && folder !== undefined)
    await measureFolder(folder, { engine, photographs: Number(photographs) })
  if (parts.includes('drawn')) await measureDrawn(Number(drawn), engine)
  if (parts.includes('repeats')) await measureRepeats(Number(repeats), engine)
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

import { readPicture } from '../server/reading/engine.ts'
import { ReadingFault } from '../server/reading/reading.ts'
import { photographedAgain } from '../server/testing/photographed-again.ts'
import { figuresOf, type Read } from './figures.ts'
import { type Truth, truthsIn } from './truth.ts'

const LIMITS = { milliseconds: 600_000 }
const LOOK_EVERY_MS = 20

const HELP = `npm run bench:reading -- DIR

Reads every receipt of the folder DIR and a second photograph of it that is made here, and tells how well. The folder holds the
pictures (.jpg, .jpeg, .png, .webp, .heic, .heif or .gif, in capitals or not) and truth.json, which says what is true of each by
the name of its picture, with or without its ending:

  { "041": { "company": "KEDAI BUKU", "date": "05/11/2018", "total": "31.00" }, … }

company  the merchant's name; left out, it is not measured
date     day first, or 2018-11-05, or 20181105, or 5 Nov 2018
total    a number or text, with or without its currency: 31, "31.00", "RM 1,031.00"

Other fields are passed over. What has no picture, no such total or date, or cannot be read is left out, and a line says so.`

const [folder] = process.argv.slice(2)
if (folder === '--help' || folder === '-h') console.log(HELP)
else if (folder === undefined) {
  console.error(HELP)
  process.exitCode = 1
} else await measure(folder).catch(giveUp)

/** Reads every receipt of a folder and a photograph of it that is made here, and tells how well. */
async function measure(folder: string): Promise<void> {
  const { truths, leftOut } = truthsIn(folder)
  const receipts: Read[] = []
  for (const [index, truth] of truths.entries()) {
    const one = await readTwice(truth, index).catch(reasonOf)
    if (typeof one === 'string') leftOut.push(`${truth.id} is left out: ${one}`)
    else receipts.push(one)
    console.log(typeof one === 'string' ? leftOut.at(-1) : lineOf(one))
  }
  if (receipts.length > 0) console.table(figuresOf(receipts))
  for (const line of leftOut) console.log(line)
  if (receipts.length === 0) process.exitCode = 1
}

function giveUp(fault: unknown): void {
  console.error(reasonOf(fault))
  process.exitCode = 1
}

/** A picture that cannot be opened or read is no measure of how well others are. */
function reasonOf(fault: unknown): string {
  if (fault instanceof ReadingFault && fault.cause instanceof Error) return `${fault.message}: ${fault.cause.message}`
  return fault instanceof Error ? fault.message : String(fault)
}

function lineOf({ truth, reading: { total, date } }: Read): string {
  return `${truth.id}: ${total?.value ?? '–'} of ${truth.sen}, ${date?.value ?? '–'} of ${truth.day}`
}

async function readTwice(truth: Truth, seed: number): Promise<Read> {
  const today = new Date().toISOString().slice(0, 10)
  const read = (picture: string | Buffer) => readPicture(picture, { today, limits: LIMITS })
  const { result: reading, ...cost } = await costing(() => read(truth.picture))
  return { truth, reading, ...cost, again: await read(await photographedAgain(truth.picture, seed)) }
}

/** What it gives, the CPU seconds of this process until then, and the most memory it was seen to hold. */
async function costing<T>(task: () => Promise<T>) {
  const before = process.cpuUsage()
  let peakBytes = 0
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, LOOK_EVERY_MS)
  try {
    const result = await task()
    const { user, system } = process.cpuUsage(before)
    return { result, cpuSeconds: (user + system) / 1e6, peakBytes }
  } finally {
    clearInterval(looking)
  }
}

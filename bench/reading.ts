import { readPicture } from '../server/reading/engine.ts'
import { fingerprintOf } from '../server/reading/fingerprint.ts'
import { ReadingFault } from '../server/reading/reading.ts'
import { copyOf, storedReceipt, thumbOf } from '../server/testing/receipt-copies.ts'
import { figuresOf, type Read, type Seen } from './figures.ts'
import { repeatPurchase } from './repeats.ts'
import { type Truth, truthsIn } from './truth.ts'

const LIMITS = { milliseconds: 600_000 }
const LOOK_EVERY_MS = 20

const REPEATS = 100

const HELP = `npm run bench:reading -- DIR [REPEATS]

Reads every receipt of the folder DIR and two copies of it that are made here: the paper photographed again (from the side, in
uneven light, blurred, compressed) and the picture edited (cut, striped, turned, scaled, compressed). Then it draws and reads
REPEATS pairs of honest slips for the same goods on two days (${REPEATS} unless given), and prints how well all that goes. Every
copy and slip is drawn by a seed, the place of its receipt in truth.json. The folder holds the
pictures (.jpg, .jpeg, .png, .webp, .heic, .heif or .gif, in capitals or not) and truth.json, which says what is true of each by
the name of its picture, with or without its ending:

  { "041": { "company": "KEDAI BUKU", "date": "05/11/2018", "total": "31.00" }, … }

company  the merchant's name; left out, it is not measured
date     day first, or 2018-11-05, or 20181105, or 5 Nov 2018
total    a number or text, with or without its currency: 31, "31.00", "RM 1,031.00"
invoice  the receipt's own number as it is printed: "INV-A00123"; left out, or null, it is not measured
time     the time of day that is printed: "19:02", "9:05"; left out, or null, it is not measured

Of the forty receipts that the rules were written with, the numbers and times are known (bench/forty.json).

Other fields are passed over. What has no picture, no such total or date, or cannot be read is left out, and a line says so.`

const [folder, repeats = String(REPEATS)] = process.argv.slice(2)
if (folder === '--help' || folder === '-h') console.log(HELP)
else if (folder === undefined) {
  console.error(HELP)
  process.exitCode = 1
} else await measure(folder, Number(repeats)).catch(giveUp)

/** Reads every receipt of a folder and its copies, then pairs of drawn slips, and prints how well. */
async function measure(folder: string, repeats: number): Promise<void> {
  const { truths, leftOut } = truthsIn(folder)
  const receipts: Read[] = []
  for (const [index, truth] of truths.entries()) {
    const one = await readWithCopies(truth, index).catch(reasonOf)
    if (typeof one === 'string') leftOut.push(`${truth.id} is left out: ${one}`)
    else receipts.push(one)
    console.log(typeof one === 'string' ? leftOut.at(-1) : lineOf(one))
  }
  const pairs: [Seen, Seen][] = []
  for (let seed = 0; receipts.length > 0 && seed < repeats; seed += 1) {
    const [first, second] = await repeatPurchase(seed)
    pairs.push([await seen(first), await seen(second)])
  }
  if (receipts.length > 0) console.table(await figuresOf(receipts, pairs))
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

function lineOf({ truth, own }: Read): string {
  const { total, date } = own.reading
  return `${truth.id}: ${total?.value ?? '–'} of ${truth.sen}, ${date?.value ?? '–'} of ${truth.day}`
}

async function readWithCopies(truth: Truth, seed: number): Promise<Read> {
  const { result: reading, ...cost } = await costing(() => read(truth.picture))
  const photographed = await seen(await copyOf('photographed', truth.picture, seed))
  const edited = await seen(await copyOf('edited', truth.picture, seed))
  const own = { reading, ...(await kept(await storedReceipt(truth.picture))) }
  return { truth, own, photographed, edited, ...cost }
}

async function seen(picture: Buffer): Promise<Seen> {
  return { reading: await read(picture), ...(await kept(picture)) }
}

async function kept(picture: Buffer) {
  return { landmarks: await fingerprintOf(picture), thumb: await thumbOf(picture) }
}

function read(picture: string | Buffer) {
  return readPicture(picture, { today: new Date().toISOString().slice(0, 10), limits: LIMITS })
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

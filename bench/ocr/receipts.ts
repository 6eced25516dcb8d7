import { isDeepStrictEqual } from 'node:util'
import { computeFingerprint } from '../../server/domains/receipt-ocr/duplicates/fingerprint.ts'
import type { Keypoint } from '../../server/domains/receipt-ocr/duplicates/keypoints.ts'
import type { Facts, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { type ReceiptOptions, readReceipt } from '../../server/domains/receipt-ocr/read-receipt.ts'
import type { Engine } from '../../server/platform/ocr/engine.ts'
import { makeCopy, makeThumbnail, toStoredReceipt } from '../../tests/support/pictures/receipt-copies.ts'
import type { Truth } from './truth.ts'

/** `second` is what Tesseract reads where the result is PaddleOCR's. */
export type ReadPicture = { result: OcrResult; keypoints: Keypoint[]; thumb: Buffer; second?: OcrResult | undefined }

export type Receipt = {
  truth: Truth
  own: ReadPicture
  photographed: ReadPicture[]
  edited: ReadPicture
  measured: MeasuredOcr
}

export type MeasureOptions = { engine: Engine | undefined; photographs: number }

const SEEDS_APART = 1000

export async function readWithCopies(truth: Truth, seed: number, options: MeasureOptions): Promise<Receipt> {
  const { engine, photographs } = options
  const { measured, ...own } = await readTwice(truth.picture, engine)
  const photographed: ReadPicture[] = []
  for (let copy = 0; copy < photographs; copy += 1) {
    const picture = await makeCopy('photographed', truth.picture, seed + copy * SEEDS_APART)
    const { measured: _, ...read } = await readTwice(picture, engine)
    photographed.push(read)
  }
  const edited = await readPicture(await makeCopy('edited', truth.picture, seed), engine)
  return { truth, own, photographed, edited, measured }
}

export async function readPicture(picture: Buffer, engine: Engine | undefined): Promise<ReadPicture> {
  const { measured: _, ...result } = await readStored(picture, engine)
  return result
}

async function readTwice(picture: string | Buffer, engine: Engine | undefined) {
  const read = await readStored(picture, engine)
  if (read.result.engine !== 'paddle') return read
  return { ...read, second: (await readMeasured(await toStoredReceipt(picture), 'tesseract')).result }
}

async function readStored(
  picture: string | Buffer,
  engine: Engine | undefined,
): Promise<ReadPicture & { measured: MeasuredOcr }> {
  const stored = await toStoredReceipt(picture)
  const read = await readMeasured(stored, engine)
  const [keypoints, thumb] = [await computeFingerprint(stored), await makeThumbnail(stored)]
  return { result: read.result, keypoints, thumb, measured: read }
}

/** The cost of the process that ran OCR; `own` if that was this one. */
type Cost = { cpuSeconds: number; peakBytes: number; own: boolean }

/** A result, its cost, and the milliseconds until its first and its last fact. */
export type MeasuredOcr = { result: OcrResult; cost: Cost; firstMs: number; lastMs: number }

type OwnCost = Omit<Cost, 'own'>

const LIMITS = { milliseconds: 600_000 }
const CHECK_EVERY_MS = 20

export async function readMeasured(picture: string | Buffer, engine: Engine | undefined): Promise<MeasuredOcr> {
  const from = performance.now()
  const reported: { facts: Facts; ms: number }[] = []
  let child: OwnCost | undefined
  const options: ReceiptOptions = {
    today: new Date().toISOString().slice(0, 10),
    limits: LIMITS,
    ...(engine && { engine }),
    onFacts: (facts) => {
      reported.push({ facts, ms: performance.now() - from })
    },
    onCost: (cost) => {
      child = cost
    },
  }
  const { result, ...own } = await measureTask(() => readReceipt(picture, options))
  reported.push({ facts: result, ms: performance.now() - from })
  return { result, cost: costOf(own, child), ...momentsOf(reported) }
}

/** This process prepares the picture for the child. */
function costOf(own: OwnCost, child: OwnCost | undefined): Cost {
  if (!child) return { ...own, own: true }
  return { cpuSeconds: own.cpuSeconds + child.cpuSeconds, peakBytes: child.peakBytes, own: false }
}

export function momentsOf(reported: { facts: Facts; ms: number }[]): { firstMs: number; lastMs: number } {
  const all = reported.map(({ facts, ms }) => ({ values: valuesOf(facts), ms }))
  const end = all.at(-1)
  const lastChange = all.findLastIndex(({ values }) => !isDeepStrictEqual(values, end?.values)) + 1
  const endMs = end?.ms ?? 0
  return {
    firstMs: all.find(({ values }) => values.some((value) => value !== undefined))?.ms ?? endMs,
    lastMs: all[lastChange]?.ms ?? endMs,
  }
}

function valuesOf({ merchant, total, date, time, invoice }: Facts) {
  return [merchant, total, date, time, invoice].map((found) => found?.value)
}

async function measureTask<T>(task: () => Promise<T>): Promise<OwnCost & { result: T }> {
  const before = process.cpuUsage()
  let peakBytes = 0
  const check = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, CHECK_EVERY_MS)
  try {
    const result = await task()
    const { user, system } = process.cpuUsage(before)
    return { result, cpuSeconds: (user + system) / 1e6, peakBytes }
  } finally {
    clearInterval(check)
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Facts, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { type ReceiptOptions, readReceipt } from '../../server/domains/receipt-ocr/read-receipt.ts'
import type { Engine } from '../../server/platform/ocr/engine.ts'

/** Of the process that read; `own` where that was this one. */
type Cost = { cpuSeconds: number; peakBytes: number; own: boolean }

/** A reading, what it cost, and after how many milliseconds its first and its last fact were known. */
export type Watched = { reading: OcrResult; cost: Cost; firstMs: number; lastMs: number }

type Told = Omit<Cost, 'own'>

const LIMITS = { milliseconds: 600_000 }
const LOOK_EVERY_MS = 20

/** Reads a picture, by the engine given or else the one that the server would take. */
export async function watched(picture: string | Buffer, engine: Engine | undefined): Promise<Watched> {
  const from = performance.now()
  const told: { facts: Facts; ms: number }[] = []
  let child: Told | undefined
  const options: ReceiptOptions = {
    today: new Date().toISOString().slice(0, 10),
    limits: LIMITS,
    ...(engine && { engine }),
    onFacts: (facts) => {
      told.push({ facts, ms: performance.now() - from })
    },
    onCost: (cost) => {
      child = cost
    },
  }
  const { result: reading, ...own } = await costing(() => readReceipt(picture, options))
  told.push({ facts: reading, ms: performance.now() - from })
  return { reading, cost: costOf(own, child), ...momentsOf(told) }
}

/** This process prepares the picture for the child. */
function costOf(own: Told, child: Told | undefined): Cost {
  if (!child) return { ...own, own: true }
  return { cpuSeconds: own.cpuSeconds + child.cpuSeconds, peakBytes: child.peakBytes, own: false }
}

/** When the first fact came, and since when the facts have not changed any more. */
export function momentsOf(told: { facts: Facts; ms: number }[]): { firstMs: number; lastMs: number } {
  const all = told.map(({ facts, ms }) => ({ values: valuesOf(facts), ms }))
  const end = all.at(-1)
  const asAtTheEnd = all.findLastIndex(({ values }) => !isDeepStrictEqual(values, end?.values)) + 1
  const endMs = end?.ms ?? 0
  return {
    firstMs: all.find(({ values }) => values.some((value) => value !== undefined))?.ms ?? endMs,
    lastMs: all[asAtTheEnd]?.ms ?? endMs,
  }
}

function valuesOf({ merchant, total, date, time, invoice }: Facts) {
  return [merchant, total, date, time, invoice].map((found) => found?.value)
}

/** The result, the CPU seconds of this process until then, and the most memory it was seen to hold. */
async function costing<T>(task: () => Promise<T>): Promise<Told & { result: T }> {
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

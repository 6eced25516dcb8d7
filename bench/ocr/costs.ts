import type { Engine } from '../../server/platform/ocr/engine.ts'
import { closeIdleChild } from '../../server/platform/workers/reusable-child.ts'
import { storedReceipt } from '../../tests/support/pictures/receipt-copies.ts'
import { type Figure, mean, waits } from '../figure.ts'
import type { Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'
import { type Watched, watched } from './watched.ts'

const AT_ONCE = 4
const ROUNDS = 3

/** Readings of which each started a process, and readings that were started together. */
export type Others = { started: Watched[]; atOnce: Watched[] }

/** By what was read, what it cost, and how long a member waits at an idle machine, alone and beside three others. */
export function costFigures(receipts: Receipt[], { started, atOnce }: Others): Record<string, Figure> {
  const alone = receipts.map((receipt) => receipt.watched)
  const costs = alone.map(({ cost }) => cost)
  const where = costs.some(({ own }) => own) ? 'this process' : 'the child process'
  const goals = { cpu: '≤ 1.5', memory: '≤ 450' }
  const peak = Math.max(0, ...costs.map(({ peakBytes }) => peakBytes))
  return {
    'read by': { all: engines(receipts) },
    'CPU seconds a receipt': {
      'as it is': cpuOf(alone),
      goal: goals.cpu,
    },
    'CPU seconds, the first receipt of a process': { 'as it is': cpuOf(started) },
    [`peak memory of ${where}, MB`]: { 'as it is': String(Math.round(peak / 1e6)), goal: goals.memory },
    ...waitsFor('one receipt after another', alone),
    ...waitsFor('the first receipt of a process', started),
    ...waitsFor(`${AT_ONCE} readings at once`, atOnce),
  }
}

function waitsFor(what: string, readings: Watched[]): Record<string, Figure> {
  if (readings.length === 0) return {}
  return {
    [`first fact, ${what}`]: { 'as it is': waits(readings.map(({ firstMs }) => firstMs)) },
    [`last fact, ${what}`]: { 'as it is': waits(readings.map(({ lastMs }) => lastMs)) },
  }
}

function cpuOf(readings: Watched[]): string {
  return mean(readings.map(({ cost }) => cost.cpuSeconds)).toFixed(2)
}

/** Readings of a few receipts for which no process is kept, as for a member who comes alone. */
export async function readStarted(truths: Truth[], engine: Engine | undefined): Promise<Watched[]> {
  const all: Watched[] = []
  for (const { picture } of truths.slice(0, ROUNDS * AT_ONCE)) {
    await closeIdleChild()
    all.push(await watched(await storedReceipt(picture), engine))
  }
  return all
}

/** Readings that run beside three others, a few rounds of them. The server's queue, which may start fewer, has no part in it. */
export async function readAtOnce(truths: Truth[], engine: Engine | undefined): Promise<Watched[]> {
  const all: Watched[] = []
  for (let from = 0; from + AT_ONCE <= truths.length && from < ROUNDS * AT_ONCE; from += AT_ONCE) {
    const some = await Promise.all(truths.slice(from, from + AT_ONCE).map(({ picture }) => storedReceipt(picture)))
    const read = await Promise.allSettled(some.map((picture) => watched(picture, engine)))
    all.push(...read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
  }
  return all
}

/** Older readings do not say by which. */
function engines(receipts: Receipt[]): string {
  const readings = receipts.flatMap(({ own, photographed, edited }) => [own, ...photographed, edited])
  const counts = new Map<string, number>()
  for (const { reading } of readings) {
    const name = reading.engine ?? 'an engine that it does not name'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

import type { Engine } from '../server/reading/reading.ts'
import { storedReceipt } from '../server/testing/receipt-copies.ts'
import { type Figure, mean, waits } from './figure.ts'
import type { Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'
import { type Watched, watched } from './watched.ts'

const AT_ONCE = 4
const ROUNDS = 3

/** By what was read, what it cost, and how long a member waits at an idle machine and beside three others. */
export function costFigures(receipts: Receipt[], atOnce: Watched[]): Record<string, Figure> {
  const alone = receipts.map((receipt) => receipt.watched)
  const costs = alone.map(({ cost }) => cost)
  const where = costs.some(({ own }) => own) ? 'this process' : 'the child process'
  const goals = { cpu: '≤ 1.5', memory: '≤ 450' }
  const peak = Math.max(0, ...costs.map(({ peakBytes }) => peakBytes))
  return {
    'read by': { all: engines(receipts) },
    'CPU seconds a receipt': {
      'as it is': mean(costs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
      goal: goals.cpu,
    },
    [`peak memory of ${where}, MB`]: { 'as it is': String(Math.round(peak / 1e6)), goal: goals.memory },
    'first fact, one receipt': { 'as it is': waits(alone.map(({ firstMs }) => firstMs)) },
    'last fact, one receipt': { 'as it is': waits(alone.map(({ lastMs }) => lastMs)) },
    ...(atOnce.length > 0 && {
      [`first fact, ${AT_ONCE} readings at once`]: { 'as it is': waits(atOnce.map(({ firstMs }) => firstMs)) },
      [`last fact, ${AT_ONCE} readings at once`]: { 'as it is': waits(atOnce.map(({ lastMs }) => lastMs)) },
    }),
  }
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

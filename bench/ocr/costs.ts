import type { Engine } from '../../server/platform/ocr/engine.ts'
import { closeIdleChild } from '../../server/platform/workers/reusable-child.ts'
import { toStoredReceipt } from '../../tests/support/pictures/receipt-copies.ts'
import { type Figure, mean, waits } from '../rates.ts'
import type { Receipt } from './receipts.ts'
import { type MeasuredOcr, readMeasured } from './receipts.ts'
import type { Truth } from './truth.ts'

const AT_ONCE = 4
const ROUNDS = 3

export type Others = { started: MeasuredOcr[]; atOnce: MeasuredOcr[] }

export function costFigures(receipts: Receipt[], { started, atOnce }: Others): Record<string, Figure> {
  const alone = receipts.map((receipt) => receipt.measured)
  const costs = alone.map(({ cost }) => cost)
  const where = costs.some(({ own }) => own) ? 'this process' : 'the child process'
  const goals = { cpu: '≤ 1.5', memory: '≤ 450' }
  const peak = Math.max(0, ...costs.map(({ peakBytes }) => peakBytes))
  return {
    'read by': { all: engines(receipts) },
    'CPU seconds a receipt': { 'as it is': cpuOf(alone), goal: goals.cpu },
    'CPU seconds, the first receipt of a process': { 'as it is': cpuOf(started) },
    [`peak memory of ${where}, MB`]: { 'as it is': String(Math.round(peak / 1e6)), goal: goals.memory },
    ...waitsFor('one receipt after another', alone),
    ...waitsFor('the first receipt of a process', started),
    ...waitsFor(`${AT_ONCE} readings at once`, atOnce),
  }
}

function waitsFor(what: string, measured: MeasuredOcr[]): Record<string, Figure> {
  if (measured.length === 0) return {}
  return {
    [`first fact, ${what}`]: { 'as it is': waits(measured.map(({ firstMs }) => firstMs)) },
    [`last fact, ${what}`]: { 'as it is': waits(measured.map(({ lastMs }) => lastMs)) },
  }
}

const cpuOf = (measured: MeasuredOcr[]) => mean(measured.map(({ cost }) => cost.cpuSeconds)).toFixed(2)

/** Reads a few receipts without an idle child process, as for the first member in a while. */
export async function readStarted(truths: Truth[], engine: Engine | undefined): Promise<MeasuredOcr[]> {
  const all: MeasuredOcr[] = []
  for (const { picture } of truths.slice(0, ROUNDS * AT_ONCE)) {
    await closeIdleChild()
    all.push(await readMeasured(await toStoredReceipt(picture), engine))
  }
  return all
}

/** Reads four receipts at once, a few rounds. Bypasses the queue of the server, which may run fewer. */
export async function readAtOnce(truths: Truth[], engine: Engine | undefined): Promise<MeasuredOcr[]> {
  const all: MeasuredOcr[] = []
  for (let from = 0; from + AT_ONCE <= truths.length && from < ROUNDS * AT_ONCE; from += AT_ONCE) {
    const some = await Promise.all(truths.slice(from, from + AT_ONCE).map(({ picture }) => toStoredReceipt(picture)))
    const read = await Promise.allSettled(some.map((picture) => readMeasured(picture, engine)))
    all.push(...read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
  }
  return all
}

/** Results of older releases have no engine. */
function engines(receipts: Receipt[]): string {
  const pictures = receipts.flatMap(({ own, photographed, edited }) => [own, ...photographed, edited])
  const counts = new Map<string, number>()
  for (const { result } of pictures) {
    const name = result.engine ?? 'unknown engine'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

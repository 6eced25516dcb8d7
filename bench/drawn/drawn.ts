import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Line, type Printer, printReceipt } from '../../tests/support/pictures/print-receipt.ts'
import { createRandom } from '../../tests/support/pictures/receipt-copies.ts'
import type { Truth } from '../ocr/truth.ts'
import { LAYOUTS, supermarket } from './drawn-layouts.ts'
import { NARROWEST, tillOf } from './drawn-till.ts'

export async function drawnSlips(folder: string, count: number): Promise<Truth[]> {
  const truths: Truth[] = []
  for (let seed = 0; seed < count; seed += 1) {
    const { truth, picture } = await drawnSlip(seed)
    await writeFile(join(folder, truth.picture), picture)
    truths.push({ ...truth, picture: join(folder, truth.picture) })
  }
  return truths
}

/** The same `seed` gives the same receipt. */
async function drawnSlip(seed: number): Promise<{ truth: Truth; picture: Buffer }> {
  const chance = createRandom(seed * 32_452_843)
  const { truth, lines } = slipOf(seed)
  return { truth, picture: await printReceipt(lines, printerOf(chance), chance) }
}

export function slipOf(seed: number): { truth: Truth; lines: Line[] } {
  const layout = LAYOUTS[seed % LAYOUTS.length] ?? supermarket
  const till = tillOf(seed)
  const { lines, sen, invoice, others } = layout(till)
  const id = `${layout.name}-${seed}`
  const { day, merchant, time } = till
  const paid = Object.fromEntries(
    Object.entries(others).map(([name, amounts]) => [name, amounts.filter((amount) => amount > 0)]),
  )
  return { truth: { id, picture: `${id}.jpg`, sen, day, merchant, invoice, time, others: paid }, lines }
}

function printerOf(chance: () => number): Printer {
  const proportional = chance() < 0.4
  return {
    columns: NARROWEST + Math.floor(6 * chance()),
    dotWidth: 2.3 + 0.9 * chance(),
    dotHeight: 2.6 + 1.1 * chance(),
    proportional,
    gap: 1 + Math.floor(4 * chance()),
    ink: 25 + 70 * chance(),
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { printReceipt } from '../../../tests/support/pictures/print-receipt.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { detectEngine, type Engine } from '../../platform/ocr/engine.ts'
import type { ChildCost } from '../../platform/workers/child-messages.ts'
import { closeIdleChild } from '../../platform/workers/reusable-child.ts'
import type { Facts } from './ocr-result.ts'
import { type ReceiptOptions, readReceipt } from './read-receipt.ts'

/** A photographed receipt, for the tests that need more than a drawn one. */
const PHOTOGRAPHED = '143.jpg'
const photographed = join(receiptsDir, PHOTOGRAPHED)
const today = '2026-11-21'
/** Long enough for a busy machine. */
const MINUTES = 600_000
const limits = { milliseconds: MINUTES, wallMilliseconds: MINUTES }
const engines: Engine[] = detectEngine() === 'paddle' ? ['paddle', 'tesseract'] : ['tesseract']

const read = (picture: string | Buffer, given: Partial<ReceiptOptions> = {}) =>
  readReceipt(picture, { today, limits, ...given })

/** A drawn receipt between rows of the same signs, and a page without anything. */
let drawn: Buffer
let blank: Buffer
beforeAll(async () => {
  const rules = ['o', '+', '*', '-*', '=', '#', 'o', '+'].map((sign) => sign.repeat(24).slice(0, 24))
  const head = ['KEDAI BUKU ILMU', 'DATE 05/11/2018']
  const goods = ['PEN 19.00', 'NOTEBOOK 12.00', 'TOTAL 31.00', 'SILA DATANG LAGI']
  drawn = await printReceipt(
    [...rules, ...head, ...goods, ...rules].map((text) => ({ cells: [{ text, at: 0, to: 'right' }], style: 'plain' })),
    { columns: 24, dotWidth: 3, dotHeight: 3, proportional: false, gap: 4, ink: 40 },
    () => 0.5,
  )
  blank = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
})

describe.skipIf(!receiptNames.includes(PHOTOGRAPHED)).each(engines)('a photographed receipt, read by %s,', (engine) => {
  test('D-51 is read outside the process or thread of the server, also if it lies on its side', {
    timeout: MINUTES,
  }, async () => {
    const sideways = await sharp(photographed).rotate(90).jpeg().toBuffer()
    const result = await read(sideways, { engine })
    const { total, date } = result
    expect([result.engine, total?.value, date?.value]).toEqual([engine, 600, '2018-03-05'])
    const { left = 0, top = 0, width = 0, height = 0 } = total?.box ?? {}
    expect(width).toBeLessThan(height)
    expect([Math.round(left * 10), Math.round(top * 10)]).toEqual([3, 7])
  })

  test('D-51 ends with an OcrError if it takes too long or too much memory', { timeout: MINUTES }, async () => {
    const slow = read(photographed, { engine, limits: { milliseconds: 20 } })
    await expect(slow).rejects.toMatchObject({ name: 'OcrError', reason: 'time' })
    const memoryBytes = { paddle: 90, tesseract: 18 }[engine] * 1024 * 1024
    const large = read(photographed, { engine, limits: { ...limits, memoryBytes } })
    await expect(large).rejects.toMatchObject({ name: 'OcrError', reason: 'memory' })
  })
})

describe.each(engines)('a picture, read by %s,', (engine) => {
  test.each([0, 180])(
    'D-51 has its total and date the right way up, also with rows of the same signs, if it is a drawn receipt turned by %i degrees',
    { timeout: MINUTES },
    async (degrees) => {
      const { total, date } = await read(await sharp(drawn).rotate(degrees).jpeg().toBuffer(), { engine })
      expect([total?.value, date?.value]).toEqual([3100, '2018-11-05'])
    },
  )

  test('D-51 ends with an OcrError if the file is no picture', async () => {
    const path = join(await temporaryFolder(), 'receipt.jpg')
    await writeFile(path, 'no picture')
    await expect(read(path, { engine })).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
  })
})

const NOTHING = { amounts: [], dates: [], words: [], numbers: [], doubtful: [] }

test.runIf(engines.includes('paddle'))(
  'D-51 a blank page, read by paddle, has no facts',
  { timeout: MINUTES },
  async () => {
    expect(await read(blank, { engine: 'paddle' })).toMatchObject({ engine: 'paddle', ...NOTHING })
  },
)

test('D-51 a receipt ends with an OcrError at once if its thread ends, and the next one is read, by the engine of the machine unless another is named', {
  timeout: MINUTES,
}, async () => {
  process.once('worker', (worker) => setTimeout(() => void worker.terminate(), 300))
  const ended = read(drawn, { engine: 'tesseract' })
  await expect(ended).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
  const { platform, arch } = process
  const pretend = (machine: { platform: string; arch: string }) => {
    for (const [name, value] of Object.entries(machine)) Object.defineProperty(process, name, { value })
  }
  pretend({ platform: 'darwin', arch: 'x64' })
  try {
    expect(await read(blank)).toMatchObject({ engine: 'tesseract', ...NOTHING })
  } finally {
    pretend({ platform, arch })
  }
})

test.skipIf(!receiptNames.includes(PHOTOGRAPHED))(
  'D-51 a photographed receipt has the same result in a new child process and in one that has read others, which reports the facts found so far and its cost',
  { timeout: MINUTES },
  async () => {
    await closeIdleChild()
    const reported: Facts[] = []
    const costs: ChildCost[] = []
    const first = await read(photographed, {
      onFacts: (facts) => reported.push(facts),
      onCost: (cost) => costs.push(cost),
    })
    expect(reported.length).toBeGreaterThan(0)
    expect(reported[0]?.total).toBeUndefined()
    expect(first.total?.value).toBe(600)
    expect(costs).toHaveLength(1)
    expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.1)
    expect(costs[0]?.peakBytes).toBeGreaterThan(50e6)
    await read(drawn)
    expect(await read(photographed)).toEqual(first)
  },
)

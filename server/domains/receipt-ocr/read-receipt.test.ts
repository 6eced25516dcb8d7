import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { printReceipt } from '../../../tests/support/pictures/print-receipt.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { detectEngine, type Engine } from '../../platform/ocr/engine.ts'
import type { ChildCost } from '../../platform/workers/child-messages.ts'
import { closeIdleChild } from '../../platform/workers/reusable-child.ts'
import type { Facts } from './ocr-result.ts'
import { readReceipt } from './read-receipt.ts'

const today = '2026-11-21'
const receipt = join(receiptsDir, '143.jpg')
const blank = sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
/** Long enough for a busy machine. */
const MINUTES = 600_000

const drawReceipt = (texts: string[]) =>
  printReceipt(
    texts.map((text) => ({ cells: [{ text, at: 0, to: 'right' }], style: 'plain' })),
    { columns: 24, dotWidth: 3, dotHeight: 3, proportional: false, gap: 4, ink: 40 },
    () => 0.5,
  )

const engines: Engine[] = detectEngine() === 'paddle' ? ['paddle', 'tesseract'] : ['tesseract']

describe.skipIf(!receiptNames.includes('143.jpg')).each(engines)('a photographed receipt, read by %s,', (engine) => {
  test('D-51 is read outside the process or thread of the server, also if it lies on its side', {
    timeout: MINUTES,
  }, async () => {
    const sideways = await sharp(receipt).rotate(90).jpeg().toBuffer()
    const result = await readReceipt(sideways, {
      today,
      engine,
      limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES },
    })
    const { total, date } = result
    expect([result.engine, total?.value, date?.value]).toEqual([engine, 600, '2018-03-05'])
    const { left = 0, top = 0, width = 0, height = 0 } = total?.box ?? {}
    expect(width).toBeLessThan(height)
    expect([Math.round(left * 10), Math.round(top * 10)]).toEqual([3, 7])
  })

  test('D-51 ends with an OcrError if it takes too long', async () => {
    const limits = { milliseconds: 20 }
    await expect(readReceipt(receipt, { today, engine, limits })).rejects.toMatchObject({
      name: 'OcrError',
      reason: 'time',
    })
  })

  test('D-51 ends with an OcrError if it takes too much memory', { timeout: MINUTES }, async () => {
    const memoryBytes = { paddle: 90, tesseract: 18 }[engine] * 1024 * 1024
    const limits = { memoryBytes, milliseconds: MINUTES, wallMilliseconds: MINUTES }
    await expect(readReceipt(receipt, { today, engine, limits })).rejects.toMatchObject({ reason: 'memory' })
  })
})

describe.each(engines)('a picture, read by %s,', (engine) => {
  test('D-51 has its total and date if it is a drawn receipt, without the folder of real receipts', {
    timeout: MINUTES,
  }, async () => {
    const lines = ['KEDAI BUKU ILMU', 'DATE 05/11/2018', 'PEN 19.00', 'NOTEBOOK 12.00', 'TOTAL 31.00']
    const { total, date } = await readReceipt(await drawReceipt(lines), {
      today,
      engine,
      limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES },
    })
    expect([total?.value, date?.value]).toEqual([3100, '2018-11-05'])
  })

  test.each([0, 180])(
    'D-51 is read the right way up with rows of the same signs, turned by %i degrees',
    {
      timeout: MINUTES,
    },
    async (degrees) => {
      const rules = ['o', '+', '*', '-*', '=', '#', 'o', '+'].map((sign) => sign.repeat(24).slice(0, 24))
      const texts = [
        'KEDAI BUKU ILMU',
        'DATE 05/11/2018',
        'PEN 19.00',
        'NOTEBOOK 12.00',
        'TOTAL 31.00',
        'SILA DATANG LAGI',
      ]
      const picture = await drawReceipt([...rules, ...texts, ...rules])
      const turned = await sharp(picture).rotate(degrees).jpeg().toBuffer()
      const { total, date } = await readReceipt(turned, { today, engine, limits: { milliseconds: MINUTES } })
      expect([total?.value, date?.value]).toEqual([3100, '2018-11-05'])
    },
  )

  test('D-51 has no facts if it is blank', { timeout: MINUTES }, async () => {
    const limits = { milliseconds: MINUTES, wallMilliseconds: MINUTES }
    const { engine: by, ...result } = await readReceipt(await blank.png().toBuffer(), { today, engine, limits })
    expect(by).toBe(engine)
    expect(result).toMatchObject({ amounts: [], dates: [], words: [], numbers: [], doubtful: [] })
  })

  test('D-51 ends with an OcrError if the file is no picture', async () => {
    const path = join(await temporaryFolder(), 'receipt.jpg')
    await writeFile(path, 'no picture')
    await expect(readReceipt(path, { today, engine })).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
  })
})

describe.skipIf(!receiptNames.includes('143.jpg'))('a photographed receipt', () => {
  test('D-51 ends with an OcrError at once if its thread ends, and the next one is read', {
    timeout: MINUTES,
  }, async () => {
    process.once('worker', (worker) => setTimeout(() => void worker.terminate(), 300))
    const asked = { today, engine: 'tesseract', limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES } } as const
    await expect(readReceipt(receipt, asked)).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
    expect(await readReceipt(await blank.png().toBuffer(), asked)).toMatchObject({ amounts: [] })
  })

  test('D-51 has the same result in a new child process and in one that has read others', {
    timeout: MINUTES,
  }, async () => {
    const read = () => readReceipt(receipt, { today, limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES } })
    await closeIdleChild()
    const first = await read()
    await readReceipt(join(receiptsDir, '145.jpg'), {
      today,
      limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES },
    })
    expect(await read()).toEqual(first)
  })

  test('D-51 reports the facts found so far, and the cost of its child process', { timeout: MINUTES }, async () => {
    const reported: Facts[] = []
    const costs: ChildCost[] = []
    const { total } = await readReceipt(receipt, {
      today,
      limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES },
      onFacts: (facts) => reported.push(facts),
      onCost: (cost) => costs.push(cost),
    })
    expect(reported.length).toBeGreaterThan(0)
    expect(reported[0]?.total).toBeUndefined()
    expect(total?.value).toBe(600)
    expect(costs).toHaveLength(1)
    expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.1)
    expect(costs[0]?.peakBytes).toBeGreaterThan(50e6)
  })
})

test('D-51 a picture is read by the engine of the machine unless another is named', { timeout: MINUTES }, async () => {
  const { platform, arch } = process
  const pretend = (machine: { platform: string; arch: string }) => {
    for (const [name, value] of Object.entries(machine)) Object.defineProperty(process, name, { value })
  }
  const picture = await blank.png().toBuffer()
  pretend({ platform: 'darwin', arch: 'x64' })
  try {
    expect(await readReceipt(picture, { today })).toMatchObject({ engine: 'tesseract' })
  } finally {
    pretend({ platform, arch })
  }
})

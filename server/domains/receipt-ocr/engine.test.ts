import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { printed } from '../../../tests/support/pictures/slip-print.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { engineOfMachine } from '../../platform/ocr/engine-choice.ts'
import type { Cost } from '../../platform/workers/child-messages.ts'
import { endKept } from '../../platform/workers/reusable-child.ts'
import { readPicture } from './engine.ts'
import type { Engine, Facts } from './ocr-result.ts'

const today = '2026-11-21'
const receipt = join(receiptsDir, '143.jpg')
const blank = sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
/** However busy the machine is. */
const MINUTES = 600_000

const aSlip = (texts: string[]) =>
  printed(
    texts.map((text) => ({ cells: [{ text, at: 0, to: 'right' }], style: 'plain' })),
    { columns: 24, dotWidth: 3, dotHeight: 3, proportional: false, gap: 4, ink: 40 },
    () => 0.5,
  )

const engines: Engine[] = engineOfMachine() === 'paddle' ? ['paddle', 'tesseract'] : ['tesseract']

describe.skipIf(!receiptNames.includes('143.jpg')).each(engines)('a real receipt, read by %s,', (engine) => {
  test('D-51 is read apart from the server, also where it lies on its side', { timeout: MINUTES }, async () => {
    const sideways = await sharp(receipt).rotate(90).jpeg().toBuffer()
    const reading = await readPicture(sideways, { today, engine, limits: { milliseconds: MINUTES } })
    const { total, date } = reading
    expect([reading.engine, total?.value, date?.value]).toEqual([engine, 600, '2018-03-05'])
    const { left = 0, top = 0, width = 0, height = 0 } = total?.box ?? {}
    expect(width).toBeLessThan(height)
    expect([Math.round(left * 10), Math.round(top * 10)]).toEqual([3, 7])
  })

  test('D-51 that takes too long is given up', async () => {
    const limits = { milliseconds: 20 }
    await expect(readPicture(receipt, { today, engine, limits })).rejects.toMatchObject({
      name: 'ReadingFault',
      reason: 'time',
    })
  })

  test('D-51 that takes too much memory is given up', { timeout: MINUTES }, async () => {
    const memoryBytes = { paddle: 90, tesseract: 18 }[engine] * 1024 * 1024
    const limits = { memoryBytes, milliseconds: MINUTES }
    await expect(readPicture(receipt, { today, engine, limits })).rejects.toMatchObject({ reason: 'memory' })
  })
})

describe.each(engines)('a picture, read by %s,', (engine) => {
  test('D-51 that is drawn says its total and its date, without the folder of real receipts', {
    timeout: MINUTES,
  }, async () => {
    const lines = ['KEDAI BUKU ILMU', 'DATE 05/11/2018', 'PEN 19.00', 'NOTEBOOK 12.00', 'TOTAL 31.00']
    const { total, date } = await readPicture(await aSlip(lines), { today, engine, limits: { milliseconds: MINUTES } })
    expect([total?.value, date?.value]).toEqual([3100, '2018-11-05'])
  })

  test('D-51 that says nothing is read as nothing', { timeout: MINUTES }, async () => {
    const limits = { milliseconds: MINUTES }
    const { engine: by, ...reading } = await readPicture(await blank.png().toBuffer(), { today, engine, limits })
    expect(by).toBe(engine)
    expect(reading).toMatchObject({ amounts: [], dates: [], words: [], numbers: [], doubtful: [] })
  })

  test('D-51 that is none is a fault of its reading alone', async () => {
    const path = join(await temporaryFolder(), 'receipt.jpg')
    await writeFile(path, 'no picture')
    await expect(readPicture(path, { today, engine })).rejects.toMatchObject({ name: 'ReadingFault', reason: 'broken' })
  })
})

describe.skipIf(!receiptNames.includes('143.jpg'))('a real receipt', () => {
  test('D-51 whose thread is ended in the middle of it is given up at once, and the next one is read', {
    timeout: MINUTES,
  }, async () => {
    process.once('worker', (worker) => setTimeout(() => void worker.terminate(), 300))
    const asked = { today, engine: 'tesseract', limits: { milliseconds: MINUTES } } as const
    await expect(readPicture(receipt, asked)).rejects.toMatchObject({ name: 'ReadingFault', reason: 'broken' })
    expect(await readPicture(await blank.png().toBuffer(), asked)).toMatchObject({ amounts: [] })
  })

  test('D-51 is read the same by a new process and by one that has read others', { timeout: MINUTES }, async () => {
    const read = () => readPicture(receipt, { today, limits: { milliseconds: MINUTES } })
    await endKept()
    const first = await read()
    await readPicture(join(receiptsDir, '145.jpg'), { today, limits: { milliseconds: MINUTES } })
    expect(await read()).toEqual(first)
  })

  test('D-51 tells what is clear while the rest is read, and what its process took', { timeout: MINUTES }, async () => {
    const told: Facts[] = []
    const costs: Cost[] = []
    const reading = await readPicture(receipt, {
      today,
      limits: { milliseconds: MINUTES },
      onFacts: (facts) => told.push(facts),
      onCost: (cost) => costs.push(cost),
    })
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]?.total).toBeUndefined()
    expect(reading.total?.value).toBe(600)
    expect(costs).toHaveLength(1)
    expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.1)
    expect(costs[0]?.peakBytes).toBeGreaterThan(50e6)
  })
})

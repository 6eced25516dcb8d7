import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { receiptNames, receiptsDir } from '../testing/receipts.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readPicture } from './engine.ts'

const today = '2026-11-21'
const receipt = join(receiptsDir, '143.jpg')
const blank = sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
/** However busy the machine is. */
const MINUTES = 600_000

describe.skipIf(!receiptNames.includes('143.jpg'))('a real receipt', () => {
  test('D-51 is read in a thread of its own, also where it lies on its side', { timeout: MINUTES }, async () => {
    const sideways = await sharp(receipt).rotate(90).jpeg().toBuffer()
    const { total, date } = await readPicture(sideways, { today, limits: { milliseconds: MINUTES } })
    expect([total?.value, date?.value]).toEqual([600, '2018-03-05'])
    const { left = 0, top = 0, width = 0, height = 0 } = total?.box ?? {}
    expect(width).toBeLessThan(height)
    expect([Math.round(left * 10), Math.round(top * 10)]).toEqual([3, 7])
  })

  test('D-51 that takes too long is given up', async () => {
    const limits = { milliseconds: 20 }
    await expect(readPicture(receipt, { today, limits })).rejects.toMatchObject({
      name: 'ReadingFault',
      reason: 'time',
    })
  })

  test('D-51 whose thread is ended in the middle of it is given up at once, and the next one is read', {
    timeout: MINUTES,
  }, async () => {
    process.once('worker', (worker) => setTimeout(() => void worker.terminate(), 300))
    const limits = { milliseconds: MINUTES }
    await expect(readPicture(receipt, { today, limits })).rejects.toMatchObject({
      name: 'ReadingFault',
      reason: 'broken',
    })
    expect(await readPicture(await blank.png().toBuffer(), { today, limits })).toMatchObject({ amounts: [] })
  })

  test('D-51 that takes too much memory is given up', { timeout: MINUTES }, async () => {
    const limits = { memoryBytes: 18 * 1024 * 1024, milliseconds: MINUTES }
    await expect(readPicture(receipt, { today, limits })).rejects.toMatchObject({ reason: 'memory' })
  })
})

test('D-51 a picture that says nothing is read as nothing', { timeout: MINUTES }, async () => {
  const reading = await readPicture(await blank.png().toBuffer(), { today, limits: { milliseconds: MINUTES } })
  expect(reading).toEqual({ amounts: [], dates: [], words: [], numbers: [], doubtful: [] })
})

test('D-51 what is no picture breaks no more than its reading', async () => {
  const path = join(await temporaryFolder(), 'receipt.jpg')
  await writeFile(path, 'no picture')
  await expect(readPicture(path, { today })).rejects.toMatchObject({ name: 'ReadingFault', reason: 'broken' })
})

import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { drawText } from '../../../tests/support/pictures/receipt-copies.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { detectEngine, type Engine } from '../../platform/ocr/engine.ts'
import { compileTesseract } from '../../platform/ocr/run-ocr.ts'
import type { ChildCost } from '../../platform/workers/child-messages.ts'
import { closeIdleChild } from '../../platform/workers/reusable-child.ts'
import type { Facts } from './ocr-result.ts'
import { type ReceiptOptions, readReceipt } from './read-receipt.ts'
import { readWithDeadline } from './reader.ts'

/** A photographed receipt, for the test that needs more than a drawn one. */
const PHOTOGRAPHED = '143.jpg'
/** Long enough for a busy machine. */
const MINUTES = 600_000
const MEGABYTE = 1024 * 1024
const limits = { milliseconds: MINUTES, wallMilliseconds: MINUTES }
const engines: Engine[] = detectEngine() === 'paddle' ? ['paddle', 'tesseract'] : ['tesseract']
const NOTHING = { amounts: [], dates: [], words: [], numbers: [], doubtful: [] }

const read = (picture: string | Buffer, given: Partial<ReceiptOptions> = {}) =>
  readReceipt(picture, { today: '2026-11-21', limits, ...given })
const blankPage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

/** A drawn receipt between rows of the same signs, which look the same upside down. */
let drawn: Buffer
beforeAll(async () => {
  const rule = 'O'.repeat(20)
  const rows = [rule, 'KEDAI BUKU ILMU', 'DATE 17/01/2018', 'PEN 19.00', 'NOTEBOOK 12.00', 'TOTAL 31.00', rule, rule]
  const lines = rows.map(async (text, row) => ({ input: await drawText(text), left: 40, top: 40 + row * 65 }))
  const paper = await sharp({ create: { width: 560, height: 600, channels: 3, background: '#f3f1e9' } })
    .composite(await Promise.all(lines))
    .png()
    .toBuffer()
  drawn = await sharp(paper).jpeg().toBuffer()
})

test.skipIf(!receiptNames.includes(PHOTOGRAPHED) || !engines.includes('paddle'))(
  'D-51 D-96 a photographed receipt that lies on its side is read outside the process of the server, which reports the facts found so far and its cost',
  { timeout: MINUTES },
  async () => {
    await closeIdleChild()
    const reported: Facts[] = []
    const costs: ChildCost[] = []
    const sideways = await sharp(join(receiptsDir, PHOTOGRAPHED)).rotate(90).jpeg().toBuffer()
    const { engine, total, date, invoice, time } = await read(sideways, {
      onFacts: (facts) => reported.push(facts),
      onCost: (cost) => costs.push(cost),
    })
    expect([engine, total?.value, date?.value, time?.value]).toEqual(['paddle', 600, '2018-03-05', '19:02'])
    expect(invoice?.value).toMatch(/1030720$/)
    const { left = 0, top = 0, width = 0, height = 0 } = total?.box ?? {}
    expect(width).toBeLessThan(height)
    expect([Math.round(left * 10), Math.round(top * 10)]).toEqual([3, 7])
    expect(reported.length).toBeGreaterThan(0)
    expect(reported[0]?.total).toBeUndefined()
    expect(costs).toHaveLength(1)
    expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.1)
    expect(costs[0]?.peakBytes).toBeGreaterThan(50e6)
  },
)

describe.each(engines)('a picture, read by %s,', (engine) => {
  test('D-51 is a drawn receipt that is upside down, and has its total and date the right way up', {
    timeout: MINUTES,
  }, async () => {
    const { total, date } = await read(await sharp(drawn).rotate(180).jpeg().toBuffer(), { engine })
    expect([total?.value, date?.value]).toEqual([3100, '2018-01-17'])
    expect(total?.box.left).toBeGreaterThan(0.3)
    expect(total?.box.top).toBeLessThan(0.5)
  })

  test('D-51 is blank or dark after one with facts', { timeout: MINUTES }, async () => {
    expect(await read(await blankPage(300, 400), { engine })).toMatchObject({ engine, ...NOTHING })
    const dark = await sharp(drawn).linear(0.1, 0).jpeg().toBuffer()
    expect(await read(dark, { engine })).toMatchObject({ problem: 'dark' })
  })

  test('D-51 ends with an OcrError if it takes too long or too much memory', { timeout: MINUTES }, async () => {
    const slow = read(drawn, { engine, limits: { milliseconds: 20 } })
    await expect(slow).rejects.toMatchObject({ name: 'OcrError', reason: 'time' })
    const memoryBytes = { paddle: 90, tesseract: 18 }[engine] * MEGABYTE
    const large = read(drawn, { engine, limits: { ...limits, memoryBytes } })
    await expect(large).rejects.toMatchObject({ name: 'OcrError', reason: 'memory' })
  })
})

test('D-51 a file that is no picture ends with an OcrError, and pictures of a few pixels have no facts', {
  timeout: MINUTES,
}, async () => {
  const path = join(await temporaryFolder(), 'receipt.jpg')
  await writeFile(path, 'no picture')
  await expect(read(path)).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
  for (const [width, height] of [
    [1, 1],
    [3, 40],
    [300, 1],
  ] as const)
    expect(await read(await blankPage(width, height))).toMatchObject(NOTHING)
})

test('D-51 a receipt ends with an OcrError at once if its thread ends, and the next one is read, on a machine without PaddleOCR by code that is compiled once', {
  timeout: MINUTES,
}, async () => {
  process.once('worker', (worker) => setTimeout(() => void worker.terminate(), 300))
  const ended = read(drawn, { engine: 'tesseract' })
  await expect(ended).rejects.toMatchObject({ name: 'OcrError', reason: 'broken' })
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'riscv64' })
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }))
  expect(await read(await blankPage(300, 400))).toMatchObject({ engine: 'tesseract', ...NOTHING })
  expect(await compileTesseract()).toBe(await compileTesseract())
})

test.runIf(engines.includes('paddle'))('D-96 an aborted signal ends the child process of PaddleOCR', async () => {
  await closeIdleChild()
  const stop = new AbortController()
  const children: ChildProcess[] = []
  const onStart = (message: unknown) => {
    children.push((message as { process: ChildProcess }).process)
    setImmediate(() => stop.abort())
  }
  subscribe('child_process', onStart)
  onTestFinished(() => void unsubscribe('child_process', onStart))
  const child = read(drawn, { engine: 'paddle', signal: stop.signal })
  const cause = { message: 'A child process was stopped' }
  await expect(child).rejects.toMatchObject({ name: 'OcrError', cause })
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
})

test('D-96 an aborted signal ends the thread of Tesseract', async () => {
  const leave = new AbortController()
  const threads: Worker[] = []
  process.once('worker', (worker) => {
    threads.push(worker)
    leave.abort()
  })
  const thread = read(drawn, { engine: 'tesseract', signal: leave.signal })
  await expect(thread).rejects.toMatchObject({ name: 'OcrError' })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
})

test('D-96 OCR that has to wait too long says so, which is no verdict on the picture, and so does an inner deadline, whose reader gets the signal to stop', async () => {
  const stopped: (string | AbortSignal)[] = []
  const outer = readWithDeadline(20, undefined, (signal) =>
    readWithDeadline(60_000, signal, (inner) => {
      stopped.push(inner)
      return new Promise(() => {})
    }).catch((error) => stopped.push(error.name)),
  )
  await expect(outer).rejects.toMatchObject({ name: 'MachineBusy' })
  await expect.poll(() => stopped).toMatchObject([{ aborted: true }, 'MachineBusy'])
})

test('D-96 OCR whose client has gone fails with Cancelled, not with an OcrError', async () => {
  const gone = new AbortController()
  const reading = readWithDeadline(60_000, gone.signal, () => new Promise(() => {}))
  gone.abort()
  await expect(reading).rejects.toMatchObject({ name: 'Cancelled' })
  await expect(readWithDeadline(60_000, gone.signal, async () => 'read')).rejects.toMatchObject({ name: 'Cancelled' })
  expect(await readWithDeadline(60_000, undefined, async () => 'read')).toBe('read')
})

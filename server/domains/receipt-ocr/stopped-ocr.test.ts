import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { closeIdleChild } from '../../platform/workers/reusable-child.ts'
import { readReceipt } from './read-receipt.ts'

/** Long enough for a busy machine. */
const MINUTES = 600_000

const createBlankPage = () =>
  sharp({ create: { width: 1200, height: 1800, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
const options = { today: '2026-11-21', limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES } }

test('D-96 an aborted signal kills the child process of PaddleOCR', { timeout: MINUTES }, async () => {
  await closeIdleChild()
  const stop = new AbortController()
  const started: ChildProcess[] = []
  const onChild = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
    setImmediate(() => stop.abort())
  }
  subscribe('child_process', onChild)
  try {
    const result = readReceipt(await createBlankPage(), { ...options, engine: 'paddle', signal: stop.signal })
    await expect(result).rejects.toMatchObject({ name: 'OcrError' })
  } finally {
    unsubscribe('child_process', onChild)
  }
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
})

test('D-96 an aborted signal ends the thread of Tesseract', { timeout: MINUTES }, async () => {
  const stop = new AbortController()
  const threads: Worker[] = []
  process.once('worker', (worker) => {
    threads.push(worker)
    stop.abort()
  })
  const result = readReceipt(await createBlankPage(), { ...options, engine: 'tesseract', signal: stop.signal })
  await expect(result).rejects.toMatchObject({ name: 'OcrError' })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
})

import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { endKept } from '../../platform/workers/reusable-child.ts'
import { readPicture } from './engine.ts'

/** However busy the machine is. */
const MINUTES = 600_000

const aBlankPage = () =>
  sharp({ create: { width: 1200, height: 1800, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
const stoppable = { today: '2026-11-21', limits: { milliseconds: MINUTES } }

test('D-96 PaddleOCR’s process is killed when its reading is stopped', { timeout: MINUTES }, async () => {
  await endKept()
  const stop = new AbortController()
  const started: ChildProcess[] = []
  const onChild = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
    setImmediate(() => stop.abort())
  }
  subscribe('child_process', onChild)
  try {
    const reading = readPicture(await aBlankPage(), { ...stoppable, engine: 'paddle', signal: stop.signal })
    await expect(reading).rejects.toMatchObject({ name: 'ReadingFault' })
  } finally {
    unsubscribe('child_process', onChild)
  }
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
})

test('D-96 Tesseract’s thread ends when its reading is stopped', { timeout: MINUTES }, async () => {
  const stop = new AbortController()
  const threads: Worker[] = []
  process.once('worker', (worker) => {
    threads.push(worker)
    stop.abort()
  })
  const reading = readPicture(await aBlankPage(), { ...stoppable, engine: 'tesseract', signal: stop.signal })
  await expect(reading).rejects.toMatchObject({ name: 'ReadingFault' })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
})

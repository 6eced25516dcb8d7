import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openTesseract } from '../../platform/ocr/tesseract/tesseract.ts'
import { limitMemory } from '../../platform/workers/thread.ts'
import { pagesOf } from './engine-tesseract-passes.ts'
import { readingOf } from './facts/extract-facts.ts'
import { pictureProblemOf } from './facts/picture-problem.ts'

const BELOW_MEMBERS = 5

const memory = limitMemory(workerData.memoryBytes)
// On Linux a priority is a thread's own; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(BELOW_MEMBERS)
try {
  const until = performance.now() + workerData.milliseconds / 2
  const pages = pagesOf(workerData.grey, await openTesseract(workerData.code), until)
  const problem = pictureProblemOf(workerData.grey, pages[0]?.rows ?? [])
  parentPort?.postMessage({ ...readingOf(pages, workerData.today), ...(problem && { problem }) })
} catch (error) {
  throw memory.isReached ? new RangeError('Memory limit', { cause: error }) : error
}

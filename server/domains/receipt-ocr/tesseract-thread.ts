import { parentPort, workerData } from 'node:worker_threads'
import type { TesseractInput } from '../../platform/ocr/run-ocr.ts'
import { recognisePages } from '../../platform/ocr/tesseract/recognition.ts'
import { extractFacts } from './facts/extract-facts.ts'
import { findPictureProblem } from './facts/picture-problem.ts'

// The script of a thread, started by readReceipt().
const input: TesseractInput & { today: string } = workerData
await recognisePages(input, (pages) => {
  const problem = findPictureProblem(input.page, pages[0]?.rows ?? [])
  parentPort?.postMessage({ ...extractFacts(pages, input.today), ...(problem && { problem }) })
})

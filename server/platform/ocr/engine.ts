import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Engine = 'paddle' | 'tesseract'

export class OcrError extends Error {
  readonly reason: 'time' | 'memory' | 'broken'

  constructor(reason: 'time' | 'memory' | 'broken', cause?: unknown) {
    super(`The picture was not read (${reason})`, { cause })
    this.name = 'OcrError'
    this.reason = reason
  }
}

/** PaddleOCR where its runtime has a library for this machine; else Tesseract, as on a Mac with an Intel processor. */
export function detectEngine(): Engine {
  const main = findRuntime()
  if (main === undefined) return 'tesseract'
  const library = join(dirname(main), '../bin/napi-v6', process.platform, process.arch, 'onnxruntime_binding.node')
  return existsSync(library) ? 'paddle' : 'tesseract'
}

/** Undefined if the package is not installed: the server starts all the same. */
function findRuntime(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('onnxruntime-node')
  } catch {
    return undefined
  }
}

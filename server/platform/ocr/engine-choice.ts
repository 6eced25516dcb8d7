import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Engine } from '../../domains/receipt-ocr/ocr-result.ts'

/** PaddleOCR where there is a library for this machine, and Tesseract elsewhere, as on a Mac with an Intel processor. */
export function engineOfMachine(): Engine {
  const main = findRuntime()
  if (main === undefined) return 'tesseract'
  const library = join(dirname(main), '../bin/napi-v6', process.platform, process.arch, 'onnxruntime_binding.node')
  return existsSync(library) ? 'paddle' : 'tesseract'
}

/** Undefined where the package was not installed: the server starts all the same. */
function findRuntime(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('onnxruntime-node')
  } catch {
    return undefined
  }
}

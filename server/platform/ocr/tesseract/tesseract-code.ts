import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const FILE = 'tesseract.js-core/tesseract-core-simd-lstm.wasm'

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * Tesseract's code, compiled when it is first asked for. Threads share it and what the processor made of it, which for each anew
 * is half a second's work.
 */
export function tesseractCode(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error) => {
    compiled = undefined
    throw error
  })
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(FILE)))
}

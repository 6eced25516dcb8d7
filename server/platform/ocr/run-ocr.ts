import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { isOutOfMemory } from '../images/format.ts'
import { runInChild } from '../workers/child.ts'
import type { ChildCost } from '../workers/child-messages.ts'
import { QueueFull } from '../workers/queue.ts'
import { exceededLimit, runInThread, type ThreadLimits } from '../workers/thread.ts'
import { type Engine, OcrError } from './engine.ts'
import { type Grayscale, type PageImage, toGrayscale } from './grayscale.ts'

const PADDLE_LIMITS = { memoryBytes: 450 * 1024 * 1024, heapMb: 256 }
const TESSERACT_LIMITS = { memoryBytes: 256 * 1024 * 1024, heapMb: 192 }
/** On larger pictures the detection model finds little more and takes longer; on smaller ones small print is lost. */
const DETECTION_SIZE = { longSide: 1280, pixels: 900_000 }
const SIDE = 32
const TESSERACT_CODE = 'tesseract.js-core/tesseract-core-simd-lstm.wasm'

export type PaddleInput = { page: PageImage; small: Grayscale }

/** `code` is Tesseract, compiled. After half of `milliseconds` no other orientation is tried. */
export type TesseractInput = { page: PageImage; code: WebAssembly.Module; milliseconds: number; memoryBytes: number }

/** PaddleOCR's script runs in a child process, Tesseract's in a thread. Only a child reports progress and cost. */
type OcrOptions<Result, Progress> = {
  engine: Engine
  scripts: Record<Engine, URL>
  data: object
  isResult: (value: unknown) => value is Result
  limits: Partial<ThreadLimits> & Pick<ThreadLimits, 'milliseconds' | 'wallMilliseconds'>
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  onCost?: ((cost: ChildCost) => void) | undefined
}

/** Reads a picture: a file, or bytes of a jpeg, png or webp. Throws OcrError, or MachineBusy. */
export async function runOcr<Result, Progress>(
  picture: string | Buffer,
  options: OcrOptions<Result, Progress>,
): Promise<Result> {
  try {
    const page = await toGrayscale(picture)
    return await (options.engine === 'paddle' ? runPaddle(page, options) : runTesseract(page, options))
  } catch (error) {
    if (error instanceof QueueFull) throw error
    throw new OcrError(exceededLimit(error) ?? reasonOf(error), error)
  }
}

async function runPaddle<Result, Progress>(
  page: PageImage,
  { scripts, data, isResult, limits, signal, onProgress, onCost }: OcrOptions<Result, Progress>,
): Promise<Result> {
  const input: PaddleInput = { page, small: await downscale(page) }
  return runInChild<Result, Progress>(scripts.paddle, {
    data: { ...input, ...data },
    limits: { ...PADDLE_LIMITS, ...limits },
    signal,
    isResult,
    onProgress,
    onCost,
  })
}

async function runTesseract<Result>(
  page: PageImage,
  { scripts, data, limits: given, signal }: Pick<OcrOptions<Result, never>, 'scripts' | 'data' | 'limits' | 'signal'>,
): Promise<Result> {
  const limits = { ...TESSERACT_LIMITS, ...given }
  const { milliseconds, memoryBytes } = limits
  const input: TesseractInput = { page, code: await compileTesseract(), milliseconds, memoryBytes }
  return runInThread<Result>(scripts.tesseract, {
    data: { ...input, ...data },
    transfer: [page.data.buffer],
    limits,
    signal,
  })
}

function reasonOf(error: unknown): 'memory' | 'broken' {
  const isLimited = error instanceof RangeError && error.message === 'Memory limit'
  return isLimited || isOutOfMemory(error) ? 'memory' : 'broken'
}

async function downscale({ data, width, height }: Grayscale): Promise<Grayscale> {
  const { longSide, pixels } = DETECTION_SIZE
  const scale = Math.min(1, longSide / Math.max(width, height), Math.sqrt(pixels / (width * height)))
  const size = { width: sideOf(width * scale), height: sideOf(height * scale) }
  const page = sharp(data, { raw: { width, height, channels: 1 } }).resize({ ...size, fit: 'fill' })
  return { data: await page.toColourspace('b-w').raw().toBuffer(), ...size }
}

const sideOf = (pixels: number) => Math.max(SIDE, Math.round(pixels / SIDE) * SIDE)

let compiled: Promise<WebAssembly.Module> | undefined

/** Tesseract's code, compiled on first use. Threads share it: to compile it for each would take half a second. */
export function compileTesseract(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve(TESSERACT_CODE))
    .then((code) => WebAssembly.compile(code))
    .catch((error) => {
      compiled = undefined
      throw error
    })
  return compiled
}

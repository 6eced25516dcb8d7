import { OCR_MAX_MS, OCR_MAX_WALL_MS } from '@stampus/contract/limits'
import sharp from 'sharp'
import { detectEngine, type Engine } from '../../platform/ocr/engine.ts'
import { runOcr } from '../../platform/ocr/run-ocr.ts'
import type { ChildCost } from '../../platform/workers/child-messages.ts'
import { closeIdleChild } from '../../platform/workers/reusable-child.ts'
import type { ThreadLimits } from '../../platform/workers/thread.ts'
import { type Facts, isOcrResult, type OcrResult } from './ocr-result.ts'

const SCRIPTS: Record<Engine, URL> = {
  paddle: new URL('./paddle-child.ts', import.meta.url),
  tesseract: new URL('./tesseract-thread.ts', import.meta.url),
}

export type ReaderOptions = {
  signal?: AbortSignal | undefined
  /** Called with the facts found so far; the final ones may differ. */
  onFacts?: ((facts: Facts) => void) | undefined
  onCost?: ((cost: ChildCost) => void) | undefined
}

/** `today` is `YYYY-MM-DD`: no receipt has a later date. Only PaddleOCR calls `onFacts` and `onCost`. */
export type ReceiptOptions = ReaderOptions & { today: string; engine?: Engine; limits?: Partial<ThreadLimits> }

/** Reads a picture, a file or bytes, in a child process or thread. Throws OcrError, or MachineBusy. */
export async function readReceipt(picture: string | Buffer, options: ReceiptOptions): Promise<OcrResult> {
  const { today, engine = detectEngine(), limits = {}, signal, onFacts, onCost } = options
  const result = await runOcr<OcrResult, Facts>(picture, {
    engine,
    scripts: SCRIPTS,
    data: { today },
    isResult: isOcrResult,
    limits: { milliseconds: OCR_MAX_MS, wallMilliseconds: OCR_MAX_WALL_MS, ...limits },
    signal,
    onProgress: onFacts,
    onCost,
  })
  return { engine, ...result }
}

const BLANK = { width: 320, height: 320, channels: 3, background: '#ffffff' } as const

/** Reads a blank page when the server is built, so that the child process stores its compiled code. */
export async function warmUpOcr(): Promise<void> {
  const page = await sharp({ create: BLANK }).png().toBuffer()
  await readReceipt(page, { today: '1970-01-01' })
  await closeIdleChild()
}

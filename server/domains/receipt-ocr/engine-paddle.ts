import sharp from 'sharp'
import type { Shades } from '../../platform/ocr/paddle/crops.ts'
import type { Grey } from '../../platform/ocr/straighten.ts'
import { askChild } from '../../platform/workers/child.ts'
import type { ReadingOptions } from './engine.ts'
import { type Facts, isReading, type Reading } from './ocr-result.ts'

const LIMITS = { memoryBytes: 450 * 1024 * 1024, heapMb: 256 }
/** On larger pictures the model finds little more and takes longer; on smaller ones small print is lost. */
const SMALLER = { longSide: 1280, pixels: 900_000 }
/** The model takes sides that are multiples of this. */
const SIDE = 32

/** A page, the same page smaller for finding its lines, and the day it is read on. */
export type PaddleQuestion = { page: Grey; small: Shades; today: string }

/** What PaddleOCR's models read on a page, in a process of their own. */
export async function readWithPaddle(
  page: Grey,
  { today, limits, signal, onFacts, onCost }: ReadingOptions & { limits: { milliseconds: number } },
): Promise<Reading> {
  const question: PaddleQuestion = { page, small: await smaller(page), today }
  return askChild<Reading, Facts>(new URL('./engine-paddle-child.ts', import.meta.url), {
    data: question,
    limits: { ...LIMITS, ...limits },
    signal,
    isAnswer: isReading,
    onNews: onFacts,
    onCost,
  })
}

async function smaller({ data, width, height }: Shades): Promise<Shades> {
  const scale = Math.min(1, SMALLER.longSide / Math.max(width, height), Math.sqrt(SMALLER.pixels / (width * height)))
  const size = { width: sideOf(width * scale), height: sideOf(height * scale) }
  const page = sharp(data, { raw: { width, height, channels: 1 } }).resize({ ...size, fit: 'fill' })
  return { data: await page.toColourspace('b-w').raw().toBuffer(), ...size }
}

function sideOf(pixels: number): number {
  return Math.max(SIDE, Math.round(pixels / SIDE) * SIDE)
}

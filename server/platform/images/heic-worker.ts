import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import libheif, { type HeifImage } from 'libheif-js/wasm-bundle.js'
import { limitMemory } from '../workers/thread.ts'
import { maxPixels } from './format.ts'
import { isTooCostly, measureHeicCost, withoutAppendix } from './heic-cost.ts'

export type HeicResult = { width: number; height: number; pixels: ArrayBuffer } | { rejected: 'pixels' | 'content' }

limitMemory(workerData.memoryBytes)
const result = await decode(withoutAppendix(readFileSync(workerData.path).subarray(workerData.start)))
parentPort?.postMessage(result, 'pixels' in result ? [result.pixels] : [])

async function decode(file: Buffer): Promise<HeicResult> {
  if (isTooCostly(measureHeicCost(file), file.length)) return { rejected: 'pixels' }
  const images = new libheif.HeifDecoder().decode(file)
  const image = images.find((each) => each.is_primary())
  if (!image) return { rejected: 'content' }
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels('heic')) return { rejected: 'pixels' }
  const shown = await display(image, width, height)
  return shown ? { width, height, pixels: shown.data.buffer } : { rejected: 'content' }
}

function display(image: HeifImage, width: number, height: number) {
  const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  return new Promise<typeof target | null>((resolve) => {
    image.display(target, (shown) => resolve(shown && target))
  })
}

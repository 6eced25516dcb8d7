import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import libheif, { type HeifImage } from 'libheif-js/wasm-bundle.js'
import { limitMemory } from '../workers/thread.ts'
import { pixelsAllowed } from './format.ts'
import { heicCost, isTooCostly } from './heic-cost.ts'

export type HeicAnswer = { width: number; height: number; pixels: ArrayBuffer } | { refused: 'pixels' | 'content' }

limitMemory(workerData.memoryBytes)
const answer = await decode(readFileSync(workerData.path))
parentPort?.postMessage(answer, 'pixels' in answer ? [answer.pixels] : [])

async function decode(file: Buffer): Promise<HeicAnswer> {
  if (isTooCostly(heicCost(file), file.length)) return { refused: 'pixels' }
  const images = new libheif.HeifDecoder().decode(file)
  const image = images.find((each) => each.is_primary())
  if (!image) return { refused: 'content' }
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > pixelsAllowed('heic')) return { refused: 'pixels' }
  const shown = await display(image, width, height)
  return shown ? { width, height, pixels: shown.data.buffer } : { refused: 'content' }
}

function display(image: HeifImage, width: number, height: number) {
  const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  return new Promise<typeof target | null>((resolve) => {
    image.display(target, (shown) => resolve(shown && target))
  })
}

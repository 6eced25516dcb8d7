/** The server stores receipts no wider than this. */
const MAX_NARROW_SIDE_PX = 2400
const HEAVY_BYTES = 3_000_000
/** Some browsers draw larger canvases empty. */
const CANVAS_PX = 16_000_000
const QUALITY = 0.88
const MAX_SIZE_RATIO = 0.7

type Size = { width: number; height: number }

// In a worker, because a phone needs seconds for a large photo.
globalThis.onmessage = async ({ data }: MessageEvent<Blob>) =>
  globalThis.postMessage(await shrinkPhoto(data).catch(() => undefined))

/** An upright, smaller JPEG. Undefined if the photo is small enough. Rejects if this browser cannot decode it. */
async function shrinkPhoto(photo: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const size = targetSize(bitmap)
  const isTooLarge = size.width < bitmap.width || photo.size > HEAVY_BYTES
  if (!isTooLarge || size.width * size.height > CANVAS_PX) return undefined
  const smaller = await drawAsJpeg(bitmap, size)
  return smaller.type === 'image/jpeg' && smaller.size < photo.size * MAX_SIZE_RATIO ? smaller : undefined
}

export function targetSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_NARROW_SIDE_PX / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function drawAsJpeg(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  // JPEG has no transparency. The server uses a white background too.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

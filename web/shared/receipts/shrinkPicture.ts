/** As narrow as the server keeps a receipt: what is wider would be made smaller there. */
const NARROW_SIDE_PX = 2400
const HEAVY_BYTES = 3_000_000
/** More than this some browsers draw as an empty picture. */
const CANVAS_PX = 16_000_000
const QUALITY = 0.88
const WORTH_IT = 0.7

type Size = { width: number; height: number }

/**
 * A photo much larger than it needs to be legible as a smaller JPEG, upright; undefined for one that is well as it is.
 * Rejects where this browser cannot decode it.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const size = targetSize(bitmap)
  const isTooLarge = size.width < bitmap.width || photo.size > HEAVY_BYTES
  if (!isTooLarge || size.width * size.height > CANVAS_PX) return undefined
  const smaller = await drawn(bitmap, size)
  return smaller.type === 'image/jpeg' && smaller.size < photo.size * WORTH_IT ? smaller : undefined
}

/** The size at which nothing is lost that the server would keep: a strip keeps its width, for its small print lies across it. */
export function targetSize({ width, height }: Size): Size {
  const scale = Math.min(1, NARROW_SIDE_PX / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function drawn(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('No canvas')
  // A JPEG has no transparency; the server, too, puts white behind it.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, width, height)
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

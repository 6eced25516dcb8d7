import { inTime } from '@stampus/ui/browser/inTime'
import { isHeic } from '../../../shared/pictures/pictureFiles.ts'

export type CropArea = { x: number; y: number; width: number; height: number }

const EDGE_PX = 512
const QUALITY = 0.9

/** Returns false if a JPEG may lack only its end mark, so the server decides. Rejects what is cut off or unreadable. */
export async function checkOpens(file: File): Promise<boolean> {
  await withPicture(file, async () => undefined)
  if (isHeic(file)) return true
  try {
    // An image element shows a truncated picture in part; createImageBitmap rejects it.
    const bitmap = await inTime(createImageBitmap(file))
    bitmap.close()
    return true
  } catch (error) {
    if (file.type === 'image/jpeg') return false
    throw error
  }
}

export function cropPicture(file: File, area: CropArea, rotation: number): Promise<File> {
  return withPicture(file, async (picture) => {
    const canvas = document.createElement('canvas')
    canvas.width = EDGE_PX
    canvas.height = EDGE_PX
    draw(canvas.getContext('2d'), picture, area, rotation)
    const blob = await inTime(new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/webp', QUALITY)))
    if (!blob) throw new Error('The browser made no picture')
    return new File([blob], `avatar.${blob.type.split('/')[1]}`, { type: blob.type })
  })
}

function draw(
  context: CanvasRenderingContext2D | null,
  picture: HTMLImageElement,
  area: CropArea,
  rotation: number,
): void {
  if (!context) throw new Error('The browser draws no pictures')
  const { naturalWidth: width, naturalHeight: height } = picture
  const isSideways = rotation % 180 !== 0
  context.imageSmoothingQuality = 'high'
  context.scale(EDGE_PX / area.width, EDGE_PX / area.height)
  context.translate((isSideways ? height : width) / 2 - area.x, (isSideways ? width : height) / 2 - area.y)
  context.rotate((rotation * Math.PI) / 180)
  context.drawImage(picture, -width / 2, -height / 2)
}

async function withPicture<T>(file: File, use: (picture: HTMLImageElement) => Promise<T>): Promise<T> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await inTime(picture.decode())
    return await use(picture)
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

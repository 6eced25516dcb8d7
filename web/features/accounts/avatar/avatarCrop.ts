import { isHeic } from '../../../shared/files.ts'

/** The part of a picture, in its own pixels after it was turned. */
export type Part = { x: number; y: number; width: number; height: number }

const EDGE_PX = 512
const QUALITY = 0.9

/** Rejects for a file that this browser cannot show, such as HEIC in most of them, or that is cut off. */
export async function opensHere(file: File): Promise<void> {
  await withPicture(file, async () => undefined)
  // An element shows what there is of a picture that is cut off; a bitmap is whole or none.
  if (!isHeic(file)) (await createImageBitmap(file)).close()
}

/** The chosen part as a square picture of its own: WEBP, or PNG where the browser makes none. */
export function cropped(file: File, part: Part, turnedBy: number): Promise<File> {
  return withPicture(file, async (picture) => {
    const canvas = document.createElement('canvas')
    canvas.width = EDGE_PX
    canvas.height = EDGE_PX
    draw(canvas.getContext('2d'), picture, part, turnedBy)
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/webp', QUALITY))
    if (!blob) throw new Error('The browser made no picture')
    return new File([blob], `avatar.${blob.type.split('/')[1]}`, { type: blob.type })
  })
}

function draw(context: CanvasRenderingContext2D | null, picture: HTMLImageElement, part: Part, turnedBy: number): void {
  if (!context) throw new Error('The browser draws no pictures')
  const { naturalWidth: width, naturalHeight: height } = picture
  const lying = turnedBy % 180 !== 0
  context.imageSmoothingQuality = 'high'
  context.scale(EDGE_PX / part.width, EDGE_PX / part.height)
  context.translate((lying ? height : width) / 2 - part.x, (lying ? width : height) / 2 - part.y)
  context.rotate((turnedBy * Math.PI) / 180)
  context.drawImage(picture, -width / 2, -height / 2)
}

async function withPicture<T>(file: File, use: (picture: HTMLImageElement) => Promise<T>): Promise<T> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return await use(picture)
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

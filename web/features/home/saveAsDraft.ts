import { HOME_UPLOAD_DELAY_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { pictureError, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import * as words from '#words'
import { savePictureAsDraft } from '../../shared/receipts/draft.ts'
import { preparePicture } from '../../shared/receipts/preparePicture.ts'
import { notify } from '../../shared/toasts.ts'

/**
 * Keeps a picture that was chosen at home as the pending draft, after half a second. Answers whether it was taken; else a
 * notification has said why not. Rejects where the browser lets a page keep no files.
 */
export async function saveAsDraft(file: File): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, HOME_UPLOAD_DELAY_MS))
  const fault = pictureError(file, receiptPictureOrGif) ?? (await openingFault(file))
  if (fault) {
    notify({ type: 'error', title: words.homePictureNotTakenTitle, message: fault })
    return false
  }
  const [picture] = await Promise.all([preparePicture(file), later])
  await savePictureAsDraft(picture)
  return true
}

/** Wide enough to know that a picture opens; at its full size a large photo may find no memory. */
const PROBE_PX = 64

/** What a JPEG, a PNG, a WEBP and a HEIC file begin with. */
const pictureStart = /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftyp)/s

/** The fault of a file that is no picture. One that begins like a picture passes: the server judges what this browser cannot open. */
async function openingFault(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: PROBE_PX })
    bitmap.close()
    return undefined
  } catch {
    return (await startsLikePicture(file)) ? undefined : texts.undecodable
  }
}

async function startsLikePicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  return pictureStart.test(String.fromCharCode(...bytes))
}

import { HOME_UPLOAD_DELAY_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { detectPicture, PICTURE_HEAD_BYTES, pictureError, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import { inTime } from '@stampus/ui/browser/inTime'
import * as words from '#words'
import { pause } from '../../../shared/pause.ts'
import { pictureOf } from '../../../shared/pictures/pictureFiles.ts'
import { savePictureAsDraft } from '../../../shared/receipts/draft.ts'
import { preparePicture } from '../../../shared/receipts/preparePicture.ts'
import { showToast } from '../../../shared/toasts.ts'

/** Resolves to false, with a toast, if it is not a picture or if the browser cannot store files. */
export async function saveAsDraft(chosen: File): Promise<boolean> {
  const later = pause(HOME_UPLOAD_DELAY_MS)
  const [file, unopened] = await Promise.all([pictureOf(chosen), openingError(chosen)])
  const error = pictureError(file, receiptPictureOrGif) ?? unopened
  if (error) {
    showToast({ type: 'error', title: words.homePictureNotTakenTitle, message: error })
    return false
  }
  const [picture] = await Promise.all([preparePicture(file), later])
  try {
    await savePictureAsDraft(picture)
    return true
  } catch {
    showToast({ type: 'error', title: words.homePictureNotKeptTitle, message: words.homePictureNotKeptText })
    return false
  }
}

/** Enough to check that a picture opens. At full size, a large photo may run out of memory. */
const PROBE_PX = 64

/** The error of a file that is not a picture. If it starts like one, the server decides. */
async function openingError(file: File): Promise<string | undefined> {
  try {
    const bitmap = await inTime(createImageBitmap(file, { resizeWidth: PROBE_PX }))
    bitmap.close()
    return undefined
  } catch {
    return (await inTime(startsLikePicture(file)).catch(() => true)) ? undefined : texts.undecodable
  }
}

async function startsLikePicture(file: File): Promise<boolean> {
  return detectPicture(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer())) !== undefined
}

import { HOME_UPLOAD_DELAY_MS } from '@stampus/contract/limits'
import { pictureFault, receiptPictureOrGif } from '@stampus/contract/pictures'
import * as texts from '@stampus/contract/texts'
import * as words from '#words'
import { notify } from '../app/notifications.ts'
import { savePicture } from '../submissions/draft.ts'
import { prepared } from '../submissions/preparing.ts'

/**
 * Keeps a picture that was chosen at home as the pending draft, after half a second. Answers whether it was taken; else a
 * notification has said why not. Rejects where the browser lets a page keep no files.
 */
export async function keepAsDraft(file: File): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, HOME_UPLOAD_DELAY_MS))
  const fault = pictureFault(file, receiptPictureOrGif) ?? (await openingFault(file))
  if (fault) {
    notify({ type: 'error', title: words.homePictureNotTakenTitle, message: fault })
    return false
  }
  const [picture] = await Promise.all([prepared(file), later])
  await savePicture(picture)
  return true
}

/** The fault of a file that is no whole picture. HEIC passes by its first bytes, for most browsers cannot decode it. */
async function openingFault(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return undefined
  } catch {
    return (await hasHeicStart(file)) ? undefined : texts.undecodable
  }
}

async function hasHeicStart(file: File): Promise<boolean> {
  return (await file.slice(4, 8).text()) === 'ftyp'
}

import type { PictureRule } from '@stampus/contract/pictures'
import * as texts from '@stampus/contract/texts'
import { invalid, Refusal } from '../http/refusal.ts'
import { QueueFull } from '../limits/queue.ts'
import type { PictureKind } from './format.ts'
import { type Picture, readPicture } from './pictures.ts'
import { UndecodablePicture } from './undecodable.ts'

const RETRY_SECONDS = 5

/**
 * Decodes an upload of a form (D-43). What is no picture by its first bytes is a wrong type; a damaged or too large one cannot
 * be read (S-9.05).
 * Throws a 422 on its field, or a 503 where too many pictures wait.
 */
export async function readUpload(path: string, kind: PictureKind, field: string, rule: PictureRule): Promise<Picture> {
  try {
    return await readPicture(path, kind)
  } catch (fault) {
    if (fault instanceof QueueFull) throw new Refusal(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
    if (!(fault instanceof UndecodablePicture)) throw fault
    throw invalid(field, fault.reason === 'type' ? rule.wrongType : texts.undecodable)
  }
}

/** Whether an upload was sent away for no fault of its own, to come again. */
export function isBusy(fault: unknown): boolean {
  return fault instanceof Refusal && fault.status === 503
}

import * as texts from '@stampus/contract/texts'
import type { PictureRule } from '@stampus/contract/values/pictures'
import type { FormFile } from '../http/form.ts'
import { HttpError, invalid, tooMany } from '../http/http-error.ts'
import { Cancelled, HolderQueueFull } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'
import type { PictureKind } from './format.ts'
import { type Picture, readPicture } from './pictures.ts'
import { UndecodablePicture } from './undecodable-picture.ts'

const RETRY_SECONDS = 5

/**
 * Decodes an upload of a form (D-43), which counts from now on as one of its sender's hour. What is no picture by its first bytes
 * is a wrong type; a damaged or too large one cannot be read (S-9.05).
 * Throws a 422 on its field, a 429 where the sender has two in the line already, or a 503 where too many pictures wait.
 */
export async function readUpload(
  { incoming, sender }: FormFile,
  kind: PictureKind,
  field: string,
  rule: PictureRule,
): Promise<Picture> {
  if (sender) sender.counts = true
  try {
    return await readPicture(incoming.path, kind, { holder: sender?.holder, signal: sender?.signal })
  } catch (fault) {
    throw refusalOf(fault, field, rule)
  }
}

function refusalOf(fault: unknown, field: string, rule: PictureRule): unknown {
  if (fault instanceof HolderQueueFull) return tooMany(RETRY_SECONDS)
  if (fault instanceof QueueFull) return new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
  // Nobody reads this.
  if (fault instanceof Cancelled) return new HttpError(400, texts.malformed)
  if (!(fault instanceof UndecodablePicture)) return fault
  return invalid(field, fault.reason === 'type' ? rule.wrongType : texts.undecodable)
}

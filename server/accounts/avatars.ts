import { randomUUID } from 'node:crypto'
import { avatarPicture, pictureFault } from '@stampus/contract/pictures'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../deps.ts'
import type { FormFile } from '../http/form.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { type Picture, readPicture } from '../images/pictures.ts'
import { UndecodablePicture } from '../images/undecodable.ts'
import { QueueFull } from '../limits/queue.ts'

export type Avatar = { key: string; placeholder: string }

/** The faults of a chosen file that show before it is decoded (S-5.14): 422 on `avatar`. */
export function requireAvatarFile({ name, type, incoming }: FormFile): void {
  const fault = pictureFault({ name, type, size: incoming.bytes }, avatarPicture)
  if (fault) throw invalid('avatar', fault)
}

/** Stores a square picture of 256 pixels for everybody to see, under a name that cannot be guessed. */
export async function storeAvatar(deps: Deps, { incoming }: FormFile): Promise<Avatar> {
  const { thumb, placeholder } = await read(incoming.path)
  const key = `public/avatars/${randomUUID()}.webp`
  await deps.storage.put(thumb.path, key)
  return { key, placeholder }
}

/** Removes a picture that is no longer shown; a change of profile does not fail because one cannot be removed. */
export async function discardAvatar({ storage }: Pick<Deps, 'storage'>, key: string): Promise<void> {
  await storage.remove(key).catch((fault: unknown) => console.error(`The picture ${key} was not removed:`, fault))
}

async function read(path: string): Promise<Picture> {
  try {
    return await readPicture(path, 'avatar')
  } catch (fault) {
    if (fault instanceof QueueFull) throw new Refusal(503, texts.unavailable, {}, { retryAfterSeconds: 2 })
    if (!(fault instanceof UndecodablePicture)) throw fault
    throw invalid('avatar', fault.reason === 'type' ? avatarPicture.wrongType : texts.undecodable)
  }
}

import { randomUUID } from 'node:crypto'
import { avatarPicture, pictureFault } from '@stampus/contract/pictures'
import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { discardFiles } from '../files/discarded.store.ts'
import { removeDiscarded } from '../files/discarded.ts'
import type { MemberCaller } from '../http/callers.ts'
import type { FormFile } from '../http/form.ts'
import { invalid, Refusal, unauthenticated } from '../http/refusal.ts'
import { type Picture, readPicture } from '../images/pictures.ts'
import { UndecodablePicture } from '../images/undecodable.ts'
import { QueueFull } from '../limits/queue.ts'
import { clearAvatar, lockUser, type UserRow } from './accounts.store.ts'

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

/** Removes a picture that was refused; what is said of it does not change because it cannot be removed. */
export async function dropAvatar({ storage }: Pick<Deps, 'storage'>, key: string): Promise<void> {
  await storage.remove(key).catch((fault: unknown) => console.error(`The picture ${key} was not removed:`, fault))
}

/** Takes the caller's picture away, from the profile and from the store. */
export async function removeAvatar(deps: Deps, caller: MemberCaller): Promise<UserRow> {
  const { before, after } = await inTransaction(deps.db.pool, async (tx) => {
    const locked = await lockUser(tx, caller.id)
    if (!locked) throw unauthenticated()
    await clearAvatar(tx, locked.id)
    await discardAvatar(tx, deps, locked)
    return { before: locked, after: { ...locked, avatar_key: null, avatar_placeholder: null } }
  })
  if (before.avatar_key) await removeDiscarded(deps, [before.avatar_key])
  return after
}

/** Lets go of a member's picture in the transaction that puts another in its place, or none. */
export async function discardAvatar(tx: Queryable, { now }: Pick<Deps, 'now'>, { avatar_key }: UserRow): Promise<void> {
  if (avatar_key) await discardFiles(tx, [avatar_key], now())
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

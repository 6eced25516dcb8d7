import { randomUUID } from 'node:crypto'
import { avatarPicture } from '@stampus/contract/values/pictures'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import type { FormFile } from '../../platform/http/form.ts'
import { unauthenticated } from '../../platform/http/http-error.ts'
import { discardFiles, unmarkDiscarded } from '../../platform/storage/discarded-files.store.ts'
import { registerFiles, removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { checkUpload, decodeUpload } from '../../platform/uploads/uploads.service.ts'
import { clearAvatar, lockUser, type UserRow } from './accounts.store.ts'

export type Avatar = { key: string; placeholder: string }

/** Throws 422 on `avatar` for a file that can be rejected before it is decoded. */
export const checkAvatarFile = (file: FormFile): Promise<void> => checkUpload(file, 'avatar', avatarPicture)

/** Stores the picture as a public square of 256 pixels, under a name that cannot be guessed. */
export async function storeAvatar(deps: Deps, file: FormFile): Promise<Avatar> {
  const { thumb, placeholder } = await decodeUpload(file, 'avatar', 'avatar', avatarPicture)
  const key = `public/avatars/${randomUUID()}.webp`
  await registerFiles(deps, [key])
  await deps.storage.put(thumb.path, key)
  return { key, placeholder }
}

export async function removeAvatar(deps: Deps, member: AuthenticatedMember): Promise<UserRow> {
  const { before, after } = await inTransaction(deps.db.pool, async (tx) => {
    const locked = await lockUser(tx, member.id)
    if (!locked) throw unauthenticated()
    await clearAvatar(tx, locked.id)
    await discardAvatar(tx, deps, locked)
    return { before: locked, after: { ...locked, avatar_key: null, avatar_placeholder: null } }
  })
  if (before.avatar_key) await removeDiscarded(deps, [before.avatar_key])
  return after
}

/** Confirms the new picture and discards the earlier one. Call it in the transaction that changes the profile. */
export async function replaceAvatar(tx: Queryable, deps: Pick<Deps, 'now'>, { key }: Avatar, user: UserRow) {
  await unmarkDiscarded(tx, [key])
  await discardAvatar(tx, deps, user)
}

async function discardAvatar(tx: Queryable, { now }: Pick<Deps, 'now'>, { avatar_key }: UserRow): Promise<void> {
  if (avatar_key) await discardFiles(tx, [avatar_key], now())
}

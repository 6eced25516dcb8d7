import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import type { FormFile } from '../../platform/http/form.ts'
import { HttpError, invalid, unauthenticated } from '../../platform/http/http-error.ts'
import { mailCallLimits } from '../../platform/rate-limits/mail-limits.ts'
import { consumeLimits } from '../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { emailChangeLimits } from './account-limits.ts'
import { changeProfile, findUser, lockUser, type UserRow } from './accounts.store.ts'
import { type Avatar, keepAvatar, requireAvatarFile, storeAvatar } from './avatars.ts'
import { enqueueChangeMails } from './email-changes/email-changes.service.ts'
import { newNonce } from './links.ts'
import { requireCollegeAddress, requireOwnPassword } from './registration/registration.service.ts'
import { isCurrentPassword } from './sessions/sessions.service.ts'
import { memberSessions } from './sessions/sessions.store.ts'
import { endUnlocks } from './unlocks/unlocks.store.ts'

/** What a profile form holds; an empty `password` changes none. */
export type ProfileForm = {
  name: string
  email: string
  current_password?: string | undefined
  password?: string | undefined
}

/** Who sends a form, from which address, and with which picture. */
export type Sender = { caller: AuthenticatedMember; address: string; avatar: FormFile | undefined }

/** The member that is signed in. */
export async function findOwnUser(deps: Deps, caller: AuthenticatedMember): Promise<UserRow> {
  const user = await findUser(deps.db.pool, caller.id)
  if (!user) throw unauthenticated()
  return user
}

/**
 * Changes the profile (S-7.06). A new password ends the other sessions and voids a pending address; a new address
 * is pending until its link is opened, the old one gets a notice, and saving the address in force withdraws the change
 * (D-22). Both need the current password. 422 by field, 429.
 */
export async function updateProfile(deps: Deps, form: ProfileForm, sender: Sender): Promise<UserRow> {
  const user = await findOwnUser(deps, sender.caller)
  const wishes = wishesOf(form, user)
  if (sender.avatar) requireAvatarFile(sender.avatar)
  if (wishes.email) requireCollegeAddress(deps, wishes.email)
  if (wishes.password) requireOwnPassword(wishes.password)
  if (wishes.password || wishes.email) await requireCurrentPassword(deps, form, wishes, user, sender.address)
  if (wishes.email) await takeMailCall(deps, user, wishes.email, sender.address)
  const passwordHash = wishes.password && (await hashPassword(wishes.password, sender.address))
  const avatar = sender.avatar && (await storeAvatar(deps, sender.avatar))
  return save(deps, { user, wishes, passwordHash, avatar, sender })
}

/**
 * What a form asks for beside the name: a password, an address that is neither in force nor pending, or to keep the one in
 * force.
 */
type Wishes = { name: string; password: string | undefined; email: string | undefined; keepsEmail: boolean }

function wishesOf(form: ProfileForm, user: UserRow): Wishes {
  const given = form.email.toLowerCase()
  const keepsEmail = given === user.email.toLowerCase()
  const email = keepsEmail || given === user.pending_email?.toLowerCase() ? undefined : form.email
  return { name: form.name, password: form.password || undefined, email, keepsEmail }
}

async function requireCurrentPassword(deps: Deps, form: ProfileForm, wishes: Wishes, user: UserRow, address: string) {
  const given = form.current_password
  const missing = wishes.password ? texts.currentPasswordRequired : texts.currentPasswordForEmail
  if (!given) throw invalid('current_password', missing)
  if (!(await isCurrentPassword(deps, user, given, address)))
    throw invalid('current_password', texts.currentPasswordWrong)
}

function takeMailCall(deps: Deps, user: UserRow, email: string, address: string): Promise<void> {
  const limits = [...mailCallLimits(emailKey(email), address), ...emailChangeLimits(user.id)]
  return consumeLimits(deps.db.pool, limits, deps.now())
}

type Change = {
  user: UserRow
  wishes: Wishes
  passwordHash: string | undefined
  avatar: Avatar | undefined
  sender: Sender
}

/** Of the new and the old picture, the one that is surely not in use afterwards goes. */
async function save(deps: Deps, wanted: Change): Promise<UserRow> {
  const { avatar } = wanted
  try {
    const { before, after } = await inTransaction(deps.db.pool, (tx) => change(tx, deps, wanted))
    if (avatar && before.avatar_key) await removeDiscarded(deps, [before.avatar_key])
    return after
  } catch (fault) {
    // After a COMMIT without a reply the row may stand and name the new picture.
    if (avatar && fault instanceof HttpError) await removeDiscarded(deps, [avatar.key])
    throw fault
  }
}

async function change(tx: pg.PoolClient, deps: Deps, { user, wishes, passwordHash, avatar, sender }: Change) {
  const locked = await lockUser(tx, user.id)
  if (!locked) throw unauthenticated()
  const guarded = Boolean(wishes.email || passwordHash)
  if (guarded && locked.password_hash !== user.password_hash)
    throw invalid('current_password', texts.currentPasswordWrong)
  const withdraws = wishes.keepsEmail && locked.pending_email !== null
  await changeProfile(tx, user.id, {
    name: wishes.name,
    password_hash: passwordHash,
    pending_email: wishes.email ?? (passwordHash || withdraws ? null : undefined),
    link_nonce: guarded || withdraws ? newNonce() : undefined,
    avatar,
  })
  if (avatar) await keepAvatar(tx, deps, avatar, locked)
  if (wishes.email) await enqueueChangeMails(tx, deps, locked, wishes.email)
  if (passwordHash) {
    await memberSessions.endAll(tx, user.id, sender.caller.tokenHash)
    await endUnlocks(tx, user.id)
  }
  return { before: locked, after: (await findUser(tx, user.id)) ?? locked }
}

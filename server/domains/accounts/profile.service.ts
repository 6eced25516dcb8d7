import { texts } from '@stampus/contract/texts'
import { emailKey, isEmailAddress } from '@stampus/contract/values/emails'
import type { Language } from '@stampus/contract/values/languages'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { inTransaction, orEarlierResult } from '../../platform/db/transaction.ts'
import { ExpectedError } from '../../platform/errors.ts'
import type { AuthenticatedMember } from '../../platform/http/authenticators.ts'
import type { FormFile } from '../../platform/http/form.ts'
import { invalid, unauthenticated } from '../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../platform/http/uncommon-password.ts'
import { consumeLimits } from '../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import { emailChangeLimits, requireCollegeAddress } from './account-rules.ts'
import { findUser, lockUser, memberSessions, saveLanguage, type UserRow, updateUser } from './accounts.store.ts'
import { type Avatar, checkAvatarFile, replaceAvatar, storeAvatar } from './avatars.ts'
import { enqueueChangeMails } from './email-changes/email-changes.service.ts'
import { newNonce } from './links.ts'
import { isCurrentPassword } from './sessions/sessions.service.ts'
import { memberUnlocks } from './unlocks/unlocks.store.ts'

/** The fields of the profile form. An empty `password` leaves it as it is. */
type ProfileForm = {
  name: string
  email: string
  current_password?: string | undefined
  password?: string | undefined
}

type ProfileSender = { member: AuthenticatedMember; address: string; avatar: FormFile | undefined }

/** The logged-in member. Throws 401. */
export async function findOwnUser(deps: Deps, member: AuthenticatedMember): Promise<UserRow> {
  const user = await findUser(deps.db.pool, member.id)
  if (!user) throw unauthenticated()
  return user
}

export async function setLanguage(deps: Deps, member: AuthenticatedMember, language: Language): Promise<UserRow> {
  await saveLanguage(deps.db.pool, member.id, language)
  return findOwnUser(deps, member)
}

/** A new password or address needs the current password; an address is pending at first. Throws 401, 422, 429, 503. */
export async function updateProfile(deps: Deps, form: ProfileForm, sender: ProfileSender): Promise<UserRow> {
  const { after } = await orEarlierResult(deps.db.pool, () => changeProfile(deps, form, sender))
  return after
}

async function changeProfile(deps: Deps, form: ProfileForm, sender: ProfileSender): Promise<Saved> {
  const user = await findOwnUser(deps, sender.member)
  const requested = readChanges(form, user)
  if (sender.avatar) await checkAvatarFile(sender.avatar)
  if (requested.email) requireCollegeAddress(deps, requested.email)
  if (requested.password) requireUncommonPassword(requested.password)
  const { address } = sender
  if (requested.password || requested.email) await requireCurrentPassword(deps, { form, requested, user, address })
  if (requested.email)
    await consumeLimits(deps.db.pool, emailChangeLimits(user.id, emailKey(requested.email), address), deps.now())
  const passwordHash = requested.password && (await hashPassword(requested.password, { holder: `member|${user.id}` }))
  const avatar = sender.avatar && (await storeAvatar(deps, sender.avatar))
  return save(deps, { user, requested, passwordHash, avatar, sender })
}

/** What a form changes: a new password, or an address that is neither current nor pending. */
type Requested = ReturnType<typeof readChanges>

function readChanges(form: ProfileForm, user: UserRow) {
  const given = form.email.toLowerCase()
  const isCurrentEmail = given === user.email.toLowerCase()
  const email = isCurrentEmail || given === user.pending_email?.toLowerCase() ? undefined : form.email
  if (email !== undefined && !isEmailAddress(email)) throw invalid('email', texts.invalidEmail)
  return { name: form.name, password: form.password || undefined, email, isCurrentEmail }
}

async function requireCurrentPassword(
  deps: Deps,
  { form, requested, user, address }: { form: ProfileForm; requested: Requested; user: UserRow; address: string },
) {
  const given = form.current_password
  const missing = requested.password ? texts.currentPasswordRequired : texts.currentPasswordForEmail
  if (!given) throw invalid('current_password', missing)
  if (!(await isCurrentPassword(deps, user, given, address)))
    throw invalid('current_password', texts.currentPasswordWrong)
}

type ProfileChange = {
  user: UserRow
  requested: Requested
  passwordHash: string | undefined
  avatar: Avatar | undefined
  sender: ProfileSender
}

type Saved = { before: UserRow; after: UserRow }

/** Removes the old picture after a change, or the new one after an error. */
async function save(deps: Deps, change: ProfileChange): Promise<Saved> {
  const { avatar } = change
  try {
    const saved = await inTransaction(deps.db.pool, (tx) => saveInTransaction(tx, deps, change))
    if (avatar && saved.before.avatar_key) await removeDiscarded(deps, [saved.before.avatar_key])
    return saved
  } catch (error) {
    // If the reply to COMMIT was lost, the row may refer to the new picture, so it is removed only after an HttpError.
    if (avatar && error instanceof ExpectedError) await removeDiscarded(deps, [avatar.key])
    throw error
  }
}

async function saveInTransaction(
  tx: pg.PoolClient,
  deps: Deps,
  { user, requested, passwordHash, avatar, sender }: ProfileChange,
) {
  const locked = await lockUser(tx, user.id)
  if (!locked) throw unauthenticated()
  const needsPassword = Boolean(requested.email || passwordHash)
  if (needsPassword && locked.password_hash !== user.password_hash)
    throw invalid('current_password', texts.currentPasswordWrong)
  const cancels = requested.isCurrentEmail && locked.pending_email !== null
  await updateUser(tx, user.id, {
    name: requested.name,
    password_hash: passwordHash,
    pending_email: requested.email ?? (passwordHash || cancels ? null : undefined),
    link_nonce: needsPassword || cancels ? newNonce() : undefined,
    avatar,
  })
  if (avatar) await replaceAvatar(tx, deps, avatar, locked)
  if (requested.email) await enqueueChangeMails(tx, deps, locked, requested.email)
  if (passwordHash) {
    await memberSessions.endAll(tx, user.id, sender.member.tokenHash)
    await memberUnlocks.endAll(tx, user.id)
  }
  return { before: locked, after: (await findUser(tx, user.id)) ?? locked }
}

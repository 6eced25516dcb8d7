import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from './endpoint.ts'
import { choice, dataOf, done, instant, nothing, recordId, text, typedName, wholeNumber } from './fields.ts'
import { AVATAR_MAX_BYTES, EMAIL_MAX } from './limits.ts'
import { hasEmailForm, isEmailAddress } from './values/emails.ts'
import { languages } from './values/languages.ts'
import { isSamePassword, passwordError } from './values/passwords.ts'
import { plainEmail } from './values/typedText.ts'

const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  email_verified_at: z.nullable(instant),
  suspended: z.boolean(),
  created_at: instant,
  profile_avatar_url: z.nullable(z.string()),
  placeholder_image_url: z.nullable(z.string()),
  /** A changed address that is not confirmed yet. */
  pending_email: z.optional(z.nullable(z.string())),
  /** The language of the member's mails, null if never chosen: then they are English. */
  language: z.optional(z.nullable(z.enum(languages))),
})
export type User = z.infer<typeof user>

const session = z.object({ user, token: z.string() })
const cleanEmail = z.overwrite<string>(plainEmail)
export const typedEmail = text(EMAIL_MAX, () => texts.emailRequired).check(cleanEmail)
export const email = typedEmail.check(z.refine(isEmailAddress, { error: () => texts.invalidEmail }))
const profileEmail = typedEmail.check(z.refine(hasEmailForm, { error: () => texts.invalidEmail }))

/** The values of a mailed link. `message` returns the error if any of them is invalid. */
export const mailedLinkInput = (message: () => string) =>
  z.object({
    id: recordId(message),
    hash: z.string({ error: message }),
    expires: z.union([z.string(), z.number()], { error: message }),
    signature: z.string({ error: message }),
  })

export const requiredPassword = z
  .string({ error: () => texts.passwordRequired })
  .check(z.minLength(1, { error: () => texts.passwordRequired }))

export const newPassword = z.string({ error: () => texts.passwordRequired }).check(
  z.superRefine((password, context) => {
    const message = passwordError(password)
    if (message) context.addIssue({ code: 'custom', message, input: password })
  }),
)

const confirmed = z.refine<{ password?: string | undefined; password_confirmation?: string | undefined }>(
  ({ password = '', password_confirmation = '' }) => isSamePassword(password, password_confirmation),
  { error: () => texts.passwordsDiffer, path: ['password_confirmation'] },
)

const credentials = z.object({
  email: typedEmail,
  password: requiredPassword,
  device_mark: z.optional(z.string().check(z.maxLength(64))),
})

/** Logs a member in. `device_mark`: a random text that a trusted browser keeps. 422 on `email`, 403, 429, 503. */
export const login = endpoint('POST /login', 'public', credentials, session)

/** The numbers of the newest supplements of the two legal pages. Claims need the consent to both. */
export const currentSupplements = { terms: 1, privacy: 8 } as const

const supplement = (newest: number) => wholeNumber(1, newest, () => texts.invalidChoice)

/** The newest supplement of each legal page that a member has read and accepts. */
const supplements = z.object({
  terms: supplement(currentSupplements.terms),
  privacy: supplement(currentSupplements.privacy),
})
export type Supplements = z.infer<typeof supplements>

const registration = z
  .object({
    name: typedName,
    email,
    password: newPassword,
    password_confirmation: z.string({ error: () => texts.passwordsDiffer }),
    supplements: z.optional(supplements),
  })
  .check(confirmed)

/** Registers a member, logs them in and mails a verification link. 422 on `email` or `password`, 403, 429. */
export const register = endpoint('POST /register', 'public', registration, session, CREATED)

/** Records that the caller accepts these supplements, and when. A repeat changes nothing. 422. */
export const acceptSupplements = endpoint('POST /consents', 'member', supplements, done)

const verificationLink = mailedLinkInput(() => texts.linkInvalid)

const verification = z
  .extend(verificationLink, { password: z.optional(requiredPassword), new_password: z.optional(newPassword) })
  .check(
    z.refine(({ password, new_password }) => password === undefined || new_password === undefined, {
      error: () => texts.onePasswordOnly,
      path: ['new_password'],
    }),
  )

const verified = z.object({ token: z.optional(z.string()), user: z.optional(user), message: z.optional(z.string()) })

/**
 * Verifies an email address by a mailed link; its first use answers token and user. `password` is the one of the registration,
 * `new_password` replaces that of any registration; a guest without either voids it. A changed address needs session or password.
 */
export const verifyEmail = endpoint('POST /email/verify/:id/:hash', 'public', verification, verified)

const linkNeeds = dataOf(
  z.object({
    email: z.string(),
    needs_password: z.boolean(),
    /** Whether the caller is signed in to the account or to a registration of its address. */
    is_own: z.boolean(),
    is_verified: z.boolean(),
    /** For a changed address: the current address of the account whose password is needed. */
    current_email: z.optional(z.string()),
  }),
)

/** Tells what a verification link needs before it is used. 422 for an invalid link. */
export const checkVerificationLink = endpoint('POST /email/verification-link', 'public', verificationLink, linkNeeds)

/** Mails a new verification link. 400 if the address is already verified; its body may contain the caller's own token. 429. */
export const resendVerification = endpoint('POST /email/verification-notification', 'public', z.object({ email }), done)

export const currentUser = endpoint('GET /user', 'session', nothing, dataOf(user))

const changedProfile = z
  .object({
    name: typedName,
    email: profileEmail,
    current_password: z.optional(z.string()),
    password: z.optional(z.union([z.literal(''), newPassword])),
    password_confirmation: z.optional(z.string()),
  })
  .check(confirmed)

const avatar = {
  field: 'avatar',
  maxBytes: AVATAR_MAX_BYTES,
  tooLarge: () => texts.avatarTooLarge,
  required: false,
  counts: 'sent',
} as const

/** Changes the member's profile. An empty `password` leaves it unchanged; a new email address must be confirmed by mail. 422, 429, 503. */
export const updateProfile = endpoint('POST /user/profile', 'member', changedProfile, dataOf(user), { upload: avatar })

export const chosenLanguage = z.object({ language: choice(languages) })

/** Sets the language of the caller's mails. */
export const setLanguage = endpoint('PUT /user/language', 'session', chosenLanguage, dataOf(user))

export const logout = endpoint('POST /logout', 'session', nothing, done)

const endedSessions = z.object({ message: z.string(), ended: z.number() })

/** Ends all other sessions of the caller. `ended` is their number. */
export const endOtherSessions = endpoint('DELETE /user/sessions', 'session', nothing, endedSessions)

/** Without a picture or a pending change nothing happens. */
export const removeAvatar = endpoint('DELETE /user/avatar', 'member', nothing, dataOf(user))
export const cancelEmailChange = endpoint('DELETE /user/pending-email', 'member', nothing, dataOf(user))

const stopLink = mailedLinkInput(() => texts.stopLinkInvalid)

/** Stops a pending email change with the link mailed to the old address, without a session. 422 for an invalid link. */
export const stopEmailChange = endpoint('POST /email/change/stop', 'public', stopLink, done)

export const resetLink = mailedLinkInput(() => texts.resetLinkInvalid)

const passwordReset = z
  .extend(resetLink, {
    password: newPassword,
    password_confirmation: z.string({ error: () => texts.passwordsDiffer }),
  })
  .check(confirmed)

/** Sets a new password with a reset link. 422 for an invalid, used or expired link, 429. */
export const resetPassword = endpoint('POST /password/reset', 'public', passwordReset, done)

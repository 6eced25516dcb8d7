import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, instant, text, wholeNumber } from './fields.ts'
import { AVATAR_MAX_BYTES, EMAIL_MAX, NAME_MAX } from './limits.ts'
import * as texts from './texts.ts'
import { isEmailAddress } from './values/emails.ts'
import { passwordError } from './values/passwords.ts'

const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  email_verified_at: z.nullable(instant),
  suspended: z.boolean(),
  created_at: instant,
  profile_avatar_url: z.nullable(z.string()),
  placeholder_image_url: z.nullable(z.string()),
  /** A changed address that waits for its link (D-22). */
  pending_email: z.optional(z.nullable(z.string())),
})
export type User = z.infer<typeof user>

const session = z.object({ user, token: z.string() })

const name = text(NAME_MAX, texts.nameRequired)
/** An email address, of whatever domain. */
export const email = text(EMAIL_MAX, texts.emailRequired).check(z.refine(isEmailAddress, texts.invalidEmail))
/** The values of a link that was mailed; a broken one is refused with one message. */
export function mailedLinkInput(message: string) {
  return z.object({
    id: wholeNumber(1, Number.MAX_SAFE_INTEGER, message),
    hash: z.string(message),
    expires: z.union([z.string(), z.number()], message),
    signature: z.string(message),
  })
}

/** A password that is asked for to go on: not empty. */
export const requiredPassword = z.string(texts.passwordRequired).check(z.minLength(1, texts.passwordRequired))

/** A new password and its repetition, under the fields of section 7. */
export const newPassword = z.string(texts.passwordRequired).check(
  z.superRefine((password, context) => {
    const fault = passwordError(password)
    if (fault) context.addIssue({ code: 'custom', message: fault, input: password })
  }),
)

const confirmed = z.refine<{ password?: string | undefined; password_confirmation?: string | undefined }>(
  (given) => (given.password ?? '') === (given.password_confirmation ?? ''),
  { error: texts.passwordsDiffer, path: ['password_confirmation'] },
)

/** S-7.01. `device_mark` is a random text a browser keeps, so that failed guesses of others cannot lock it out. */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  input: z.object({
    email: text(EMAIL_MAX, texts.emailRequired),
    password: requiredPassword,
    device_mark: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: session,
})

/** S-7.02. */
export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'public',
  input: z
    .object({ name, email, password: newPassword, password_confirmation: z.string(texts.passwordsDiffer) })
    .check(confirmed),
  answer: session,
  status: 201,
})

/** The values of a link in a mail about a registration or a changed address. */
const verificationLink = mailedLinkInput(texts.linkInvalid)

/**
 * S-7.03: the first use of a good link answers token and user, a later one neither (D-23). `password` is the one chosen
 * at registration, `new_password` takes the address, whichever registration it came from; a caller that sends neither and is not
 * signed in voids the password of the registration. The link of a changed address takes the session or the `password` of
 * the account that asked for the change, else it is a 422 on `password`.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/email/verify/:id/:hash',
  access: 'public',
  input: z
    .extend(verificationLink, { password: z.optional(requiredPassword), new_password: z.optional(newPassword) })
    .check(
      z.refine(({ password, new_password }) => password === undefined || new_password === undefined, {
        error: texts.onePasswordOnly,
        path: ['new_password'],
      }),
    ),
  answer: z.object({ token: z.optional(z.string()), user: z.optional(user), message: z.optional(z.string()) }),
})

/** What a verification link needs before it is used (D-23). 422 for a link that does not work. */
export const checkVerificationLink = endpoint({
  method: 'POST',
  path: '/email/verification-link',
  access: 'public',
  input: verificationLink,
  answer: dataOf(
    z.object({
      /** The address that the link verifies. */
      email: z.string(),
      needs_password: z.boolean(),
      /** Whether the caller is signed in to the account, or to a registration of its address. */
      is_own: z.boolean(),
      is_verified: z.boolean(),
      /** For a changed address: the present one of the account whose password is asked for. */
      current_email: z.optional(z.string()),
    }),
  ),
})

/** S-7.04. A 400 says that the address is verified already and may carry the caller's own token (D-24). */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/email/verification-notification',
  access: 'public',
  input: z.object({ email }),
  answer: z.object({ message: z.string() }),
})

/** S-7.05. */
export const currentUser = endpoint({
  method: 'GET',
  path: '/user',
  access: 'session',
  input: z.object({}),
  answer: dataOf(user),
})

/** S-7.06. An empty password field means: no change of password (S-5.13). */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/user/profile',
  access: 'member',
  input: z
    .object({
      name,
      email,
      current_password: z.optional(z.string()),
      password: z.optional(z.union([z.literal(''), newPassword])),
      password_confirmation: z.optional(z.string()),
    })
    .check(confirmed),
  answer: dataOf(user),
  upload: {
    field: 'avatar',
    maxBytes: AVATAR_MAX_BYTES,
    tooLarge: texts.avatarTooLarge,
    required: false,
    counts: 'sent',
  },
})

/** D-07: the server forgets the token. */
export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  access: 'session',
  input: z.object({}),
  answer: z.object({ message: z.string() }),
})

/** Ends every session of the caller but this one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'session',
  input: z.object({}),
  answer: z.object({ message: z.string(), ended: z.number() }),
})

/** Takes the caller's picture away; their initials stand in its place. */
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/user/avatar',
  access: 'member',
  input: z.object({}),
  answer: dataOf(user),
})

/** Withdraws the caller's pending email change; without one nothing changes. */
export const keepEmail = endpoint({
  method: 'DELETE',
  path: '/user/pending-email',
  access: 'member',
  input: z.object({}),
  answer: dataOf(user),
})

/** The values of the link in the notice to the old address. */
const stopLink = mailedLinkInput(texts.stopLinkInvalid)

/** Stops a pending email change with such a link, without a sign-in (D-22). 422 with its message alone. */
export const stopEmailChange = endpoint({
  method: 'POST',
  path: '/email/change/stop',
  access: 'public',
  input: stopLink,
  answer: z.object({ message: z.string() }),
})

/** What stands in the link that support has sent. */
export const resetLink = mailedLinkInput(texts.resetLinkInvalid)

/** Sets a new password with such a link (D-25). A broken, bad, used or old one is a 422 with its message alone. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/reset',
  access: 'public',
  input: z
    .extend(resetLink, { password: newPassword, password_confirmation: z.string(texts.passwordsDiffer) })
    .check(confirmed),
  answer: z.object({ message: z.string() }),
})

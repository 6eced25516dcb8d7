import { texts } from '#texts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'

/** The form in which passwords are compared: an accented letter is one character, whichever keyboard typed it. */
export const composedPassword = (password: string): string => password.normalize('NFC')

export const isSamePassword = (one: string, other: string): boolean => composedPassword(one) === composedPassword(other)

/** The error text for a new password, or undefined. The same rule for registration, profile and reset. */
export function passwordError(given: string): string | undefined {
  const password = composedPassword(given)
  if (/\s/.test(password)) return texts.passwordWhiteSpace
  if (password.length < PASSWORD_MIN) return texts.passwordTooShort
  if (password.length > PASSWORD_MAX) return texts.passwordTooLong
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  return kinds.every((kind) => kind.test(password)) ? undefined : texts.passwordTooWeak
}

export const stripWhiteSpace = (typed: string): string => typed.replace(/\s+/g, '')

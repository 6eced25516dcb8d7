import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import * as texts from '../texts.ts'

/** The fault of a new password in words, or undefined. One rule for register, profile and reset (D-21, S-5.03). */
export function passwordError(password: string): string | undefined {
  if (/\s/.test(password)) return texts.passwordWhiteSpace
  if (password.length < PASSWORD_MIN) return texts.passwordTooShort
  if (password.length > PASSWORD_MAX) return texts.passwordTooLong
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  return kinds.every((kind) => kind.test(password)) ? undefined : texts.passwordTooWeak
}

/** What the web app sends for a typed password: white space stripped (S-5.02). */
export function stripWhiteSpace(typed: string): string {
  return typed.replace(/\s+/g, '')
}

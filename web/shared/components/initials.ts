import { AVATAR_INITIALS } from '@stampus/contract/limits'
import * as words from '#words'

export function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).map((word) => Array.from(word).find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '')
  return letters.filter(Boolean).slice(0, AVATAR_INITIALS).join('').toLocaleUpperCase(words.locale) || 'U'
}

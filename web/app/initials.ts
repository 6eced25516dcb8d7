import { AVATAR_INITIALS } from '@stampus/contract/limits'

/** At most two initials of a name; U where it has none (S-2.02). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.map((word) => Array.from(word).find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '').filter(Boolean)
  const [first, last] = [letters[0], letters.length > 1 ? letters.at(-1) : undefined]
  return [first, last].filter(Boolean).slice(0, AVATAR_INITIALS).join('').toLocaleUpperCase('en') || 'U'
}

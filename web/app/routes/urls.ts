import { linkTo } from '../../shared/paths.ts'

/** Where to go after login: the given path if it belongs to this app, otherwise home. */
export function safeRedirect(wanted: string | null): string {
  return wanted !== null && isOwnPath(wanted) ? wanted : linkTo('home')
}

/** One slash, no second slash or backslash after it, and no control characters, because browsers drop those. */
const isOwnPath = (wanted: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(wanted)

const LETTER = /[\w~-]/

/** The normal form of a path: single slashes, none at the end, and no percent-encoded letters or digits. */
export function normalizePath(path: string): string {
  return path
    .replace(/%([2-7][\da-f])/gi, (code, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return LETTER.test(letter) ? letter : code
    })
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

import { linkTo } from '../../shared/paths.ts'

/** The address to go to after login: the wanted one where it is a path of this app, else home (D-05). */
export function safeRedirect(wanted: string | null): string {
  return wanted !== null && isOwnPath(wanted) ? wanted : linkTo('home')
}

/** One slash and no second one or backslash after it, and no control character, which browsers drop before they read. */
function isOwnPath(wanted: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(wanted)
}

const LETTER = /[\w~-]/

/** The path of a page in one form: single slashes, none at the end, and no letter or digit in percent-encoding. */
export function normalizePath(path: string): string {
  return path
    .replace(/%([2-7][\da-f])/gi, (code, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return LETTER.test(letter) ? letter : code
    })
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

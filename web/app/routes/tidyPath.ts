const LETTER = /[\w~-]/

/** The path of a page in one form: single slashes, none at the end, and no letter or digit in percent-encoding. */
export function tidyPath(path: string): string {
  return path
    .replace(/%([2-7][\da-f])/gi, (code, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return LETTER.test(letter) ? letter : code
    })
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

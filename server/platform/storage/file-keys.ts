const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)+[a-z0-9][a-z0-9_-]*\.[a-z0-9]{1,5}$/

/**
 * A key names a stored file: lower-case folders and a name with one ending (`receipts/2026/11/3f2a-full.webp`), at most 200
 * characters. Keys under `public/` are pictures for everybody, all others are private.
 */
export function isKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text)
}

export function isPublicKey(text: string): boolean {
  return isKey(text) && text.startsWith('public/')
}

/** The key, or an error where it is none. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
  return key
}

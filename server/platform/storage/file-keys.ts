const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)+[a-z0-9][a-z0-9_-]*\.[a-z0-9]{1,5}$/

/**
 * True if the text is the key of a stored file: lower-case folders and a name with one extension, such as
 * `receipts/2026/11/3f2a-full.webp`, at most 200 characters. Files under `public/` are public, all others private.
 */
export function isKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text)
}

export function isPublicKey(text: string): boolean {
  return isKey(text) && text.startsWith('public/')
}

/** Returns the key. Throws if it is invalid. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error(`Invalid file key: ${JSON.stringify(key)}`)
  return key
}

const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)+[a-z0-9][a-z0-9_-]*\.[a-z0-9]{1,5}$/

/** A key is such as `receipts/2026/11/3f2a-full.webp`. Files under `public/` are public, all others private. */
export const isKey = (text: string): boolean => text.length <= 200 && KEY.test(text)

export const isPublicKey = (text: string): boolean => isKey(text) && text.startsWith('public/')

export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error(`Invalid file key: ${JSON.stringify(key)}`)
  return key
}

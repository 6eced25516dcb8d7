import type { Readable } from 'node:stream'

/** `put` resolves once the file would survive a power cut. Invalid keys throw; errors of a bucket are Unavailable. */
export type Storage = {
  put(localPath: string, key: string): Promise<void>
  openRead(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
  /** The keys in a folder such as `receipts/` and below it, in the order of their bytes. */
  list(folder: string): AsyncIterable<string>
}

const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)+[a-z0-9][a-z0-9_-]*\.[a-z0-9]{1,5}$/

/** A key is such as `receipts/2026/11/3f2a-full.webp`. Files under `public/` are public, all others private. */
export const isKey = (text: string): boolean => text.length <= 200 && KEY.test(text)

export const isPublicKey = (text: string): boolean => isKey(text) && text.startsWith('public/')

export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error(`Invalid file key: ${JSON.stringify(key)}`)
  return key
}

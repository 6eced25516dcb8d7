import type { Readable } from 'node:stream'

/**
 * The file store. An invalid key (see `isKey`) throws. Other errors of a bucket are Unavailable (503).
 * - `put` moves a local file to the key; resolves once it would survive a power cut
 * - `openRead` returns the stored bytes and their number; undefined if there is no such file
 * - `remove` deletes the file, if there is one
 */
export type Storage = {
  put(localPath: string, key: string): Promise<void>
  openRead(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
}

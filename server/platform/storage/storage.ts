import type { Readable } from 'node:stream'

/** `put` resolves once the file would survive a power cut. Invalid keys throw; errors of a bucket are Unavailable. */
export type Storage = {
  put(localPath: string, key: string): Promise<void>
  openRead(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
}

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { REQUEST_MS } from '../http/connections/timeouts.ts'

/** Far longer than an upload may take, so that the upload of another replica is never taken for a left-over. */
const LEFT_OVER_AFTER_MS = 60 * 60 * 1000

/**
 * An upload in a temporary folder of its own. `sha256` (hex) and the file at `path` are whole unless `bytes`, which counts all that
 * came, is above the limit. `discard` removes the folder with all that was made beside the file, and may be called more than once.
 */
export type Incoming = {
  path: string
  bytes: number
  sha256: string
  discard(): Promise<void>
}

/**
 * - `receive` streams an upload to disk while hashing and counting it. Where the upload breaks off it rejects with the stream's
 *   own error and leaves nothing
 * - `reserve` keeps so many bytes of the folder's budget for an upload, and answers what frees them; undefined where too few are
 *   left. What was there before this run counts too while it is so young that it may still be under way
 * - `removeLeftovers` removes what a server that was killed has left for over an hour, and answers how many uploads
 */
export type IncomingFiles = {
  receive(stream: Readable, limit: { maxBytes: number }): Promise<Incoming>
  reserve(bytes: number): (() => void) | undefined
  removeLeftovers(now: Date): Promise<number>
}

const NO_LIMIT = Number.POSITIVE_INFINITY

/**
 * Prepares the folder `incoming` of a data folder. With `alone` no other process receives files there, so all that an earlier run
 * has left is removed; otherwise what was left for over an hour.
 */
export async function openIncoming(
  dataDir: string,
  { alone, maxBytes: budget = NO_LIMIT }: { alone: boolean; maxBytes?: number },
): Promise<IncomingFiles> {
  const folder = join(dataDir, 'incoming')
  if (alone) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const begunAt = new Date()
  await removeLeftovers(folder, begunAt)
  let reserved = 0
  let earlier = await filesBefore(folder, begunAt)
  return {
    receive: (stream, { maxBytes }) => receive(folder, stream, maxBytes),
    reserve: (bytes) => {
      if (reserved + bytesUnderWay(earlier) + bytes > budget) return undefined
      reserved += bytes
      return () => {
        reserved -= bytes
      }
    },
    removeLeftovers: async (now) => {
      const cleared = await removeLeftovers(folder, now)
      earlier = await filesBefore(folder, begunAt)
      return cleared
    },
  }
}

type Found = { size: number; mtimeMs: number }

/** The files that came before a moment, so of an earlier run or of another replica. */
async function filesBefore(folder: string, moment: Date): Promise<Found[]> {
  const files: Found[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() && found.mtime < moment) files.push({ size: found.size, mtimeMs: found.mtimeMs })
  }
  return files
}

function bytesUnderWay(files: Found[]): number {
  const since = Date.now() - REQUEST_MS
  return files.reduce((bytes, { size, mtimeMs }) => bytes + (mtimeMs > since ? size : 0), 0)
}

async function removeLeftovers(folder: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LEFT_OVER_AFTER_MS)
  let cleared = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // An upload that is discarded meanwhile is gone, as it should be.
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    cleared += 1
  }
  return cleared
}

async function receive(folder: string, stream: Readable, maxBytes: number): Promise<Incoming> {
  const home = join(folder, randomUUID())
  const discard = () => rm(home, { recursive: true, force: true })
  const path = join(home, 'original')
  try {
    await mkdir(home)
    return { path, ...(await write(stream, path, maxBytes)), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

// What comes after the limit is read and dropped, so that the sender gets an answer and the form's later fields are reached.
async function write(stream: Readable, path: string, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* upToLimit(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) continue
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(stream, upToLimit, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}

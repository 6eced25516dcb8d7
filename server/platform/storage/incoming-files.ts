import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '../durations.ts'
import { REQUEST_MS } from '../http/connections/timeouts.ts'

/** Far longer than an upload may take, so that another replica's is never removed. */
const LEFT_OVER_AFTER_MS = HOUR_MS

/** Above the limit, `bytes` counts all, but file and `sha256` are incomplete. `discard` may be called again. */
export type Incoming = { path: string; bytes: number; sha256: string; discard(): Promise<void> }

/** An aborted upload leaves no file. `reserve`: undefined if the folder's budget is used up. */
export type IncomingFiles = {
  receive(stream: Readable, limit: { maxBytes: number }): Promise<Incoming>
  reserve(bytes: number): (() => void) | undefined
  removeLeftovers(now: Date): Promise<number>
}

/** `alone`: no other process uses the folder, so all leftovers go at once, otherwise those older than an hour. */
export async function openIncoming(
  dataDir: string,
  { alone, maxBytes: budget = Infinity }: { alone: boolean; maxBytes?: number },
): Promise<IncomingFiles> {
  const folder = join(dataDir, 'incoming')
  if (alone) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const startedAt = new Date()
  await removeLeftovers(folder, startedAt)
  let reserved = 0
  let earlier = await filesBefore(folder, startedAt)
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
      const removed = await removeLeftovers(folder, now)
      earlier = await filesBefore(folder, startedAt)
      return removed
    },
  }
}

type Found = { size: number; mtimeMs: number }

async function filesBefore(folder: string, time: Date): Promise<Found[]> {
  const files: Found[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() && found.mtime < time) files.push({ size: found.size, mtimeMs: found.mtimeMs })
  }
  return files
}

function bytesUnderWay(files: Found[]): number {
  const since = Date.now() - REQUEST_MS
  return files.reduce((bytes, { size, mtimeMs }) => bytes + (mtimeMs > since ? size : 0), 0)
}

async function removeLeftovers(folder: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LEFT_OVER_AFTER_MS)
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another upload may be discarded meanwhile.
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
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

// Bytes above the limit are read and dropped, so that the client gets a response and the later fields are read.
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

import { setTimeout as pause } from 'node:timers/promises'
import { Cancelled, fairQueue } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'

/** The longest total wait, shorter than the timeouts of browsers and proxies. */
const MAX_WAIT_MS = 18_000
/** Each waiting request holds memory. */
const MAX_WAITING = 1000

type SlowQueue = { waitMs: number; holders: Set<string>; run: ReturnType<typeof fairQueue> }
const queues = new Map<string, SlowQueue>()

/**
 * Waits `ms` milliseconds after the earlier waits of this key. If that would take too long in all, or the holder, such as the attempted
 * account, waits already, returns at once the seconds after which to try again. So no holder takes the places of others. Throws Cancelled when the client has gone.
 */
export async function waitInSlowQueue(
  { key, ms, holder }: { key: string; ms: number; holder?: string | undefined },
  gone?: AbortSignal,
): Promise<number | undefined> {
  const run = fairQueue({ concurrency: 1, maxWaiting: MAX_WAITING })
  const queue = queues.get(key) ?? { waitMs: 0, holders: new Set<string>(), run }
  const retrySeconds = Math.ceil(queue.waitMs / 1000)
  if (queue.waitMs + ms > MAX_WAIT_MS || (holder !== undefined && queue.holders.has(holder))) return retrySeconds
  queues.set(key, queue)
  if (holder !== undefined) queue.holders.add(holder)
  queue.waitMs += ms
  try {
    await queue.run(() => pause(ms, undefined, { signal: gone }), { signal: gone })
    return undefined
  } catch (error) {
    if (error instanceof QueueFull) return retrySeconds
    if (gone?.aborted) throw new Cancelled('The client has gone')
    throw error
  } finally {
    queue.waitMs -= ms
    if (holder !== undefined) queue.holders.delete(holder)
    if (queue.waitMs === 0) queues.delete(key)
  }
}

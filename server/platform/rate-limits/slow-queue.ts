import { setTimeout as pause } from 'node:timers/promises'
import { Cancelled, fairQueue } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'

/** Shorter than the timeouts of browsers and proxies. */
const MAX_WAIT_MS = 18_000
/** Each waiting request holds memory. */
const MAX_WAITING = 1000

type SlowQueue = { waitMs: number; holders: Map<string, number>; run: ReturnType<typeof fairQueue> }
const queues = new Map<string, SlowQueue>()

/** Waits in line, or returns the seconds to retry after. One holder takes at most half of the places. */
export async function waitInSlowQueue(
  { key, ms, holder }: { key: string; ms: number; holder?: string | undefined },
  gone?: AbortSignal,
): Promise<number | undefined> {
  const queue = queues.get(key) ?? openQueue()
  const retrySeconds = Math.ceil(queue.waitMs / 1000)
  const isAgain = holder !== undefined && queue.holders.has(holder)
  if (queue.waitMs + ms > (isAgain ? MAX_WAIT_MS / 2 : MAX_WAIT_MS)) return retrySeconds
  queues.set(key, queue)
  if (holder !== undefined) queue.holders.set(holder, (queue.holders.get(holder) ?? 0) + 1)
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
    const left = holder === undefined ? 0 : (queue.holders.get(holder) ?? 0) - 1
    if (holder !== undefined && left > 0) queue.holders.set(holder, left)
    else if (holder !== undefined) queue.holders.delete(holder)
    if (queue.waitMs === 0) queues.delete(key)
  }
}

const openQueue = (): SlowQueue => ({
  waitMs: 0,
  holders: new Map(),
  run: fairQueue({ concurrency: 1, maxWaiting: MAX_WAITING }),
})

import { setTimeout as pause } from 'node:timers/promises'
import { Cancelled, fairQueue } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'

/** The last one waits no longer in all: less than a browser or a proxy does. */
const LONGEST_MS = 18_000
/** However short their waits are: each that waits holds memory. */
const MOST_WAITING = 1000

type Line = { owedMs: number; inTurn: ReturnType<typeof fairQueue> }
const lines = new Map<string, Line>()

/**
 * Waits for so long behind those of this key that wait already. Answers after how many seconds to come again where their waits
 * and its own are too long together. Throws Cancelled, and leaves the line, once the sender has gone.
 */
export async function waitInSlowQueue(
  { key, ms }: { key: string; ms: number },
  gone?: AbortSignal,
): Promise<number | undefined> {
  const line = lines.get(key) ?? { owedMs: 0, inTurn: fairQueue({ concurrency: 1, maxWaiting: MOST_WAITING }) }
  const comeAgain = Math.ceil(line.owedMs / 1000)
  if (line.owedMs + ms > LONGEST_MS) return comeAgain
  lines.set(key, line)
  line.owedMs += ms
  try {
    await line.inTurn(() => pause(ms, undefined, { signal: gone }), { signal: gone })
    return undefined
  } catch (fault) {
    if (fault instanceof QueueFull) return comeAgain
    if (gone?.aborted) throw new Cancelled('The sender has gone')
    throw fault
  } finally {
    line.owedMs -= ms
    if (line.owedMs === 0) lines.delete(key)
  }
}

import { type Load, QueueFull } from './queue.ts'

/** `group`, such as an address, can fill half of the free places. `first` starts before all others. */
export type Turn = {
  holder?: string | undefined
  group?: string | undefined
  signal?: AbortSignal | undefined
  first?: boolean
}

export class HolderQueueFull extends QueueFull {
  override name = 'HolderQueueFull'
}

export class Cancelled extends Error {
  override name = 'Cancelled'
}

type QueueLimits = { concurrency: number; maxWaiting: number; maxWaitMs?: number; maxPerHolder?: number }
type Entry = { turn: Turn; begin: () => void; reject: (error: Error) => void }

const MAX_PER_HOLDER = 2

/** One task of each holder at a time, in turns. Before it starts: HolderQueueFull, QueueFull or Cancelled. */
export function fairQueue({ concurrency, maxWaiting, maxWaitMs, maxPerHolder = MAX_PER_HOLDER }: QueueLimits) {
  let running = 0
  const busyHolders = new Set<string>()
  const queue: Entry[] = []

  async function run<T>(task: () => Promise<T>, turn: Turn = {}): Promise<T> {
    if (turn.signal?.aborted) throw new Cancelled('The client has gone')
    if (running < concurrency && mayBegin(turn)) begin(turn)
    else await wait(turn)
    try {
      return await task()
    } finally {
      end(turn)
    }
  }

  function wait(turn: Turn): Promise<void> {
    if (countHeld(turn.holder) >= maxPerHolder) throw new HolderQueueFull('One holder has too many tasks')
    const free = maxWaiting - countAhead(turn)
    if (free <= 0 || countGroup(turn.group) >= free) throw new QueueFull('Too many tasks are waiting')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { turn, begin: resolve, reject }
    queue.push(entry)
    const onAbort = () => leave(entry, new Cancelled('The client has gone'))
    const timer =
      maxWaitMs === undefined
        ? undefined
        : setTimeout(() => leave(entry, new QueueFull('The task has waited too long')), maxWaitMs)
    turn.signal?.addEventListener('abort', onAbort, { once: true })
    return promise.finally(() => {
      clearTimeout(timer)
      turn.signal?.removeEventListener('abort', onAbort)
    })
  }

  function countAhead({ first }: Turn): number {
    return first ? queue.filter((entry) => entry.turn.first).length : queue.length
  }

  function begin({ holder }: Turn): void {
    running += 1
    if (holder !== undefined) busyHolders.add(holder)
  }

  function end({ holder }: Turn): void {
    running -= 1
    if (holder !== undefined) {
      busyHolders.delete(holder)
      moveToEnd(holder)
    }
    const next = findNext()
    if (!next) return
    queue.splice(queue.indexOf(next), 1)
    begin(next.turn)
    next.begin()
  }

  function moveToEnd(holder: string): void {
    const own = queue.filter(({ turn }) => turn.holder === holder)
    for (const entry of own) queue.push(...queue.splice(queue.indexOf(entry), 1))
  }

  function findNext(): Entry | undefined {
    const startable = queue.filter(({ turn }) => mayBegin(turn))
    return startable.find(({ turn }) => turn.first) ?? startable[0]
  }

  function mayBegin({ holder }: Turn): boolean {
    return holder === undefined || !busyHolders.has(holder)
  }

  function countHeld(holder: string | undefined): number {
    if (holder === undefined) return 0
    return queue.filter(({ turn }) => turn.holder === holder).length + (busyHolders.has(holder) ? 1 : 0)
  }

  function countGroup(group: string | undefined): number {
    return group === undefined ? 0 : queue.filter(({ turn }) => turn.group === group).length
  }

  function leave(entry: Entry, error: Error): void {
    const at = queue.indexOf(entry)
    if (at < 0) return
    queue.splice(at, 1)
    entry.reject(error)
  }

  return Object.assign(run, { load: (): Load => ({ running, waiting: queue.length }) })
}

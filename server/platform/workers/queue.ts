/** More tasks wait than can be done in a reasonable time. Callers answer 503, so that the client tries again shortly. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The machine was too busy to finish the work in time, which says nothing about the work itself. */
export class MachineBusy extends QueueFull {
  override name = 'MachineBusy'
}

/** The number of running and of waiting tasks. */
export type Load = { running: number; waiting: number }

type QueueLimits = { concurrency: number; maxWaiting: number; maxWaitMs?: number }
type Entry = { begin: () => void; holder: string | undefined }

/**
 * Runs at most `concurrency` tasks at a time, in the order they came. Throws QueueFull if `maxWaiting` others wait already, or if the task
 * has waited for `maxWaitMs`. A `holder` may have as many waiting tasks as there are free places, so that no holder can fill the queue.
 */
export function boundedQueue({ concurrency, maxWaiting, maxWaitMs }: QueueLimits) {
  let running = 0
  const queue: Entry[] = []

  async function run<T>(task: () => Promise<T>, holder?: string): Promise<T> {
    if (running < concurrency) running += 1
    else await wait(holder)
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next.begin()
      else running -= 1
    }
  }

  function wait(holder: string | undefined): Promise<void> {
    const free = maxWaiting - queue.length
    if (free <= 0 || countHeld(holder) >= free) throw new QueueFull('Too many tasks are waiting')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { begin: resolve, holder }
    queue.push(entry)
    if (maxWaitMs === undefined) return promise
    const timer = setTimeout(() => leave(entry, reject), maxWaitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  function leave(entry: Entry, reject: (error: QueueFull) => void): void {
    const at = queue.indexOf(entry)
    if (at < 0) return
    queue.splice(at, 1)
    reject(new QueueFull('The task has waited too long'))
  }

  function countHeld(holder: string | undefined): number {
    return holder === undefined ? 0 : queue.filter((entry) => entry.holder === holder).length
  }

  return Object.assign(run, { load: (): Load => ({ running, waiting: queue.length }) })
}

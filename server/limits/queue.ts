/**
 * More work waits than can be done in a reasonable time; the caller should ask the sender to try again shortly (503).
 */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Runs at most `atOnce` tasks at a time, in the order they came; refuses with QueueFull when `waiting` others wait
 * already. A `holder` may wait with as many tasks as there are places left, so that none can take the line for itself.
 */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: { begin: () => void; holder: string | undefined }[] = []

  return async function run<T>(task: () => Promise<T>, holder?: string): Promise<T> {
    if (running < atOnce) running += 1
    else await turn(holder)
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next.begin()
      else running -= 1
    }
  }

  function turn(holder: string | undefined): Promise<void> {
    const free = waiting - line.length
    if (free <= 0 || held(holder) >= free) throw new QueueFull('Too many tasks are waiting')
    const { promise, resolve } = Promise.withResolvers<void>()
    line.push({ begin: resolve, holder })
    return promise
  }

  function held(holder: string | undefined): number {
    return holder === undefined ? 0 : line.filter((place) => place.holder === holder).length
  }
}

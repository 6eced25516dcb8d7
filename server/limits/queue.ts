/**
 * More work waits than can be done in a reasonable time; the caller should ask the sender to try again shortly (503).
 */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Runs at most `atOnce` tasks at a time, in the order they came; refuses with QueueFull when `waiting` others wait already.
 */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else await turn()
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }

  function turn(): Promise<void> {
    if (line.length >= waiting) throw new QueueFull('Too many tasks are waiting')
    const { promise, resolve } = Promise.withResolvers<void>()
    line.push(resolve)
    return promise
  }
}

/**
 * More work waits than can be done in a reasonable time; the caller should ask the sender to try again shortly (503).
 */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** How many tasks run and how many wait. */
export type Load = { running: number; waiting: number }

type Bounds = { atOnce: number; waiting: number; patienceMs?: number }
type Place = { begin: () => void; holder: string | undefined }

/**
 * Runs at most `atOnce` tasks at a time, in the order they came; refuses with QueueFull when `waiting` others wait
 * already, and a task that has waited for `patienceMs`. A `holder` may wait with as many tasks as there are places left, so that
 * none can take the line for itself.
 */
export function boundedQueue({ atOnce, waiting, patienceMs }: Bounds) {
  let running = 0
  const line: Place[] = []

  async function run<T>(task: () => Promise<T>, holder?: string): Promise<T> {
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
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place = { begin: resolve, holder }
    line.push(place)
    if (patienceMs === undefined) return promise
    const timer = setTimeout(() => leave(place, reject), patienceMs)
    return promise.finally(() => clearTimeout(timer))
  }

  function leave(place: Place, reject: (fault: QueueFull) => void): void {
    const at = line.indexOf(place)
    if (at < 0) return
    line.splice(at, 1)
    reject(new QueueFull('The line moves too slowly'))
  }

  function held(holder: string | undefined): number {
    return holder === undefined ? 0 : line.filter((place) => place.holder === holder).length
  }

  return Object.assign(run, { load: (): Load => ({ running, waiting: line.length }) })
}

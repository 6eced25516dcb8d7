import { type Load, QueueFull } from './queue.ts'

/**
 * Whose task it is, and how it waits: `first` goes before all others, however many they are; a task whose `signal` is aborted
 * leaves the line. A task without a holder is limited by the line alone.
 */
export type Turn = { holder?: string | undefined; signal?: AbortSignal | undefined; first?: boolean }

/** The holder has one task at work and one waiting, or two waiting, and may not have more. */
export class HolderQueueFull extends QueueFull {
  override name = 'HolderQueueFull'
}

/** Nobody waits for the task any more. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

type Bounds = { atOnce: number; waiting: number; patienceMs?: number }
type Place = { turn: Turn; begin: () => void; refuse: (fault: Error) => void }

const EACH = 2

/**
 * Runs at most `atOnce` tasks at a time, and one of each holder. The holders take turns: the one served last goes to the end of
 * the line with what it has waiting. Throws HolderQueueFull for a holder's third task, QueueFull when `waiting` tasks wait already or
 * one has waited for `patienceMs`, and Cancelled where the signal is aborted before the task begins. For a task that goes first only
 * those count that go first too.
 */
export function fairQueue({ atOnce, waiting, patienceMs }: Bounds) {
  let running = 0
  const working = new Set<string>()
  const line: Place[] = []

  async function run<T>(task: () => Promise<T>, turn: Turn = {}): Promise<T> {
    if (turn.signal?.aborted) throw new Cancelled('The sender has gone')
    if (running < atOnce && mayBegin(turn)) begin(turn)
    else await wait(turn)
    try {
      return await task()
    } finally {
      end(turn)
    }
  }

  function wait(turn: Turn): Promise<void> {
    if (held(turn.holder) >= EACH) throw new HolderQueueFull('One sender has too many tasks')
    if (before(turn) >= waiting) throw new QueueFull('Too many tasks are waiting')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place = { turn, begin: resolve, refuse: reject }
    line.push(place)
    const giveUp = () => leave(place, new Cancelled('The sender has gone'))
    const timer =
      patienceMs === undefined
        ? undefined
        : setTimeout(() => leave(place, new QueueFull('The line moves too slowly')), patienceMs)
    turn.signal?.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => {
      clearTimeout(timer)
      turn.signal?.removeEventListener('abort', giveUp)
    })
  }

  function before({ first }: Turn): number {
    return first ? line.filter((place) => place.turn.first).length : line.length
  }

  function begin({ holder }: Turn): void {
    running += 1
    if (holder !== undefined) working.add(holder)
  }

  function end({ holder }: Turn): void {
    running -= 1
    if (holder !== undefined) {
      working.delete(holder)
      toTheEnd(holder)
    }
    const next = nextPlace()
    if (!next) return
    line.splice(line.indexOf(next), 1)
    begin(next.turn)
    next.begin()
  }

  function toTheEnd(holder: string): void {
    const own = line.filter(({ turn }) => turn.holder === holder)
    for (const place of own) line.push(...line.splice(line.indexOf(place), 1))
  }

  function nextPlace(): Place | undefined {
    const able = line.filter(({ turn }) => mayBegin(turn))
    return able.find(({ turn }) => turn.first) ?? able[0]
  }

  function mayBegin({ holder }: Turn): boolean {
    return holder === undefined || !working.has(holder)
  }

  function held(holder: string | undefined): number {
    if (holder === undefined) return 0
    return line.filter(({ turn }) => turn.holder === holder).length + (working.has(holder) ? 1 : 0)
  }

  function leave(place: Place, fault: Error): void {
    const at = line.indexOf(place)
    if (at < 0) return
    line.splice(at, 1)
    place.refuse(fault)
  }

  return Object.assign(run, { load: (): Load => ({ running, waiting: line.length }) })
}

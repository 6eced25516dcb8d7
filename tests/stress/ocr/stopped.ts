import type { Chance } from '../support/seeded-random.ts'
import { visitWhile } from '../support/visitors.ts'
import { type Child, isRunning, watchChildren } from './child-processes.ts'
import { askAhead, listsOf, readingOf, receiptPictures, sendOne, tooSlow } from './clients.ts'
import { readUndisturbed } from './killed.ts'
import { leftBehind, type Reader } from './server.ts'

/** Far enough for it to have begun, and soon enough for it not to have ended. */
const STOPPED_AFTER_CPU_SECONDS = 0.3
const LOOK_EVERY_MS = 20

/** What came of a child process that was stopped in the middle of a picture. */
export type Stopped = {
  faults: string[]
  /** From the stop until it was gone. */
  goneAfterMs: number
  answeredAfterMs: number
  ahead: object | null | undefined
  visits: number
  p99: number
}

/** Stops the child that reads a picture ahead; meanwhile another member sends a receipt, whose picture is read afterwards. */
export async function stopOne(server: Reader, chance: Chance): Promise<Stopped> {
  const faults: string[] = []
  const [one, other, last] = await receiptPictures(3, chance)
  const [owner = NOBODY, sender = NOBODY] = server.members
  if (!one || !other || !last) throw new Error('There are no pictures')
  const stopped = Promise.withResolvers<number>()
  let [goneAfterMs, answeredAfterMs] = [0, 0]
  const stop = ({ pid, cpuSeconds }: Child) => {
    if (watch.seen().length > 1 || cpuSeconds < STOPPED_AFTER_CPU_SECONDS) return
    process.kill(pid, 'SIGSTOP')
    watch.stop()
    const stoppedAt = performance.now()
    const look = setInterval(() => {
      if (isRunning(pid)) return
      clearInterval(look)
      goneAfterMs = Math.round(performance.now() - stoppedAt)
    }, LOOK_EVERY_MS)
    stopped.resolve(pid)
  }
  const watch = watchChildren(server, stop)
  const begun = performance.now()
  const asked = askAhead(server, owner, one, faults).finally(() => {
    answeredAfterMs = Math.round(performance.now() - begun)
  })
  const sent = stopped.promise.then(() => sendOne(server, sender, other, faults))
  const work = Promise.all([asked, sent])
  const [[ahead, id], visits] = await Promise.all([work, visitWhile(server.url, work, listsOf(server))])
  const state = id === undefined ? 'pending' : await readingOf(server, id, faults)
  if (state === 'failed' && tooSlow(server) < 2) faults.push('the next receipt is not read')
  await readUndisturbed(server, last, faults)
  faults.push(...visits.faults, ...(await leftBehind(server, watch.seen(), { receipts: 1 })))
  return { faults, goneAfterMs, answeredAfterMs, ahead, visits: visits.made, p99: visits.p99 }
}

const NOBODY = { authorization: '' }
